import type { Units } from "@candor/money/brand";
import { getAddress } from "viem/utils";
import type { z } from "zod";
import type {
  ChainPause,
  ChainPort,
  CustodyView,
  FaucetSending,
  GasView,
  TransactionFinding,
  WithdrawalProgress,
} from "../chain/chain-port.ts";
import { ChainReads, type ShownChain } from "../chain/chain-reads.ts";
import type { ChainSpec } from "../chain/chain-spec.ts";
import { ChainUnavailableError } from "../chain/evm-chain.ts";
import { DepositAddresses } from "../chain/hd-addresses.ts";
import type { Wallets } from "../chain/kept-wallets.ts";
import type { UnclaimedCoins } from "../chain/search-surplus.ts";
import type { WatchState } from "../chain/watch-state.ts";
import type { WatchStore } from "../chain/watch-store.ts";
import { type AskOfCore, answersToCore, type RoundNews } from "./custody-messages.ts";
import { type CustodyPeer, checked } from "./custody-peer.ts";
import type { Description } from "./kept-description.ts";

const AWAY = "the custody process is away";

type Answers = { readonly [K in AskOfCore["kind"]]: z.output<(typeof answersToCore)[K]> };

/** A chain that a custody process watches, as it was reported last. */
class LinkedChain implements ShownChain {
  readonly spec: ChainSpec;
  private readonly progressById = new Map<number, WithdrawalProgress>();
  private unclaimedCoins: readonly UnclaimedCoins[] = [];
  pause: ChainPause | undefined = "unreachable";
  unconfirmed: readonly string[] = [];

  constructor(spec: ChainSpec) {
    this.spec = spec;
  }

  unclaimed(): readonly UnclaimedCoins[] {
    return this.unclaimedCoins;
  }

  progress(withdrawalId: number): WithdrawalProgress | undefined {
    return this.progressById.get(withdrawalId);
  }

  /** @returns the withdrawals whose progress has changed */
  take({ pause, unconfirmed, unclaimed, progress }: RoundNews): RoundNews["progress"] {
    this.pause = pause ?? undefined;
    this.unconfirmed = unconfirmed;
    this.unclaimedCoins = unclaimed;
    const changed = progress.filter(([id, { txHash, confirmations }]) => {
      const before = this.progressById.get(id);
      return before?.txHash !== txHash || before.confirmations !== confirmations;
    });
    this.progressById.clear();
    for (const [id, each] of progress) this.progressById.set(id, each);
    return changed;
  }
}

/**
 * The chains of a core whose custody runs in another process. What the watchers' state says is answered here. The rest is
 * asked there, and rejects with ChainUnavailableError while that process is away.
 */
export class LinkedChains extends ChainReads implements ChainPort {
  protected readonly state: WatchState;
  protected addresses: Wallets;
  protected shown: readonly LinkedChain[] = [];
  private readonly store: WatchStore;
  private depositAddresses: DepositAddresses;
  private readonly issuing = new Map<number, Promise<string>>();
  private peer: CustodyPeer | undefined;
  private connected: CustodyPeer | undefined;

  constructor(store: WatchStore, description: Description) {
    super();
    this.store = store;
    this.state = store.state;
    this.addresses = description.wallets;
    this.depositAddresses = new DepositAddresses(description.wallets.depositKey);
    this.describe(description);
    this.state.takeChanged();
  }

  /** Takes what a custody process says about its chain. */
  describe({ wallets, spec }: Description): void {
    this.addresses = wallets;
    this.depositAddresses = new DepositAddresses(wallets.depositKey);
    this.shown = spec === undefined ? [] : [new LinkedChain(spec)];
  }

  /** From now on, this process learns new addresses: it may have the state already. Undefined: it is lost. */
  connect(peer: CustodyPeer | undefined): void {
    this.connected = peer;
    if (peer === undefined) this.use(undefined);
  }

  /** From now on, this process is asked. While there is none, all chains are paused. */
  use(peer: CustodyPeer | undefined): void {
    this.peer = peer;
    if (peer !== undefined) return;
    for (const shown of this.shown) {
      shown.pause = "unreachable";
      this.tellChanges(shown, this.state.takeChanged());
    }
  }

  /** Takes the report of a round, whose records are durable. */
  take(news: RoundNews): void {
    const shown = this.shown.find(({ spec }) => spec.chainIndex === news.chainIndex);
    if (shown === undefined) return;
    const changed = shown.take(news);
    this.tellChanges(shown, this.state.takeChanged());
    for (const [withdrawalId, progress] of changed) this.tellProgress(withdrawalId, progress);
  }

  protected isBeingIssued(userId: number): boolean {
    return this.issuing.has(userId);
  }

  /** Works without the custody process too: the next one learns the address before it reads a block. */
  depositAddressOf(userId: number): Promise<string> {
    const beingIssued = this.issuing.get(userId);
    if (beingIssued !== undefined) return beingIssued;
    const known = this.existingDepositAddressOf(userId);
    if (known !== undefined) return Promise.resolve(known);
    const address = this.depositAddresses.of(userId);
    const issued = this.store
      .commit({ type: "address-issued", userId, address })
      .then(() => this.announce(userId, address))
      .then(() => getAddress(address))
      .finally(() => this.issuing.delete(userId));
    this.issuing.set(userId, issued);
    return issued;
  }

  async explainTransaction(chain: string, txHash: string, userId: number): Promise<TransactionFinding> {
    const { kind, depositId } = await this.ask({ kind: "explain", chain, txHash, userId });
    return { kind, deposit: depositId === null ? undefined : this.deposit(depositId) };
  }

  async sendFromFaucet(
    userId: number,
    assetId: number,
    amountUnits: Units,
  ): Promise<FaucetSending | undefined> {
    await this.depositAddressOf(userId);
    return (await this.ask({ kind: "faucet", userId, assetId, amountUnits })) ?? undefined;
  }

  creditDeposit(depositId: string): Promise<boolean> {
    return this.ask({ kind: "credit", depositId });
  }

  settleDeposit(depositId: string, note: string): Promise<boolean> {
    return this.ask({ kind: "settle", depositId, note });
  }

  findDeposits(
    chain: string,
    txHash: string,
    claim: { readonly userId: number; readonly amount: string } | undefined,
  ): Promise<readonly string[] | string> {
    return this.ask({ kind: "find", chain, txHash, claim: claim ?? null });
  }

  acceptLoss(depositId: string): Promise<boolean> {
    return this.ask({ kind: "accept-loss", depositId });
  }

  custody(): Promise<readonly CustodyView[]> {
    return this.ask({ kind: "custody" });
  }

  gas(): Promise<readonly GasView[]> {
    return this.ask({ kind: "gas" });
  }

  /** What runs behind the custody process. */
  status(): Promise<Answers["status"]> {
    return this.ask({ kind: "status" });
  }

  /** Resolves once the custody process knows the address, or is lost. */
  private async announce(userId: number, address: Wallets["hotWallet"]): Promise<void> {
    const { connected } = this;
    try {
      await connected?.ask({ kind: "issued", userId, address });
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      // It must not read a block without knowing the address. The next connection begins with it.
      connected?.end(error.message);
    }
  }

  private async ask<K extends AskOfCore["kind"]>(ask: Extract<AskOfCore, { kind: K }>): Promise<Answers[K]> {
    const { peer } = this;
    if (peer === undefined) throw new ChainUnavailableError(AWAY);
    const answer = await peer.ask(ask);
    try {
      // The kind determines the schema.
      return checked<unknown>(answersToCore[ask.kind], answer) as Answers[K];
    } catch (error) {
      peer.end((error as Error).message);
      throw new ChainUnavailableError(AWAY);
    }
  }
}
