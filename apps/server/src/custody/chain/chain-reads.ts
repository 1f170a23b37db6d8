import { addressFault } from "@candor/text/chain-address";
import { getAddress } from "viem/utils";
import { COIN_DECIMALS } from "../../config/chain/network-settings.ts";
import type { Hex } from "../../kit/hex.ts";
import type {
  ChainChange,
  ChainPause,
  ChainView,
  DepositView,
  UnclaimedView,
  WithdrawalProgress,
} from "./chain-port.ts";
import { type ChainSpec, weiOf } from "./chain-spec.ts";
import { type CustodyAddresses, isInCustody } from "./custody-addresses.ts";
import { decimalOf, depositView } from "./deposit-view.ts";
import type { UnclaimedCoins } from "./search-surplus.ts";
import type { DepositRecord } from "./watch-records.ts";
import type { WatchState } from "./watch-state.ts";

const CREDIT_SEQ = /^[0-9]{1,16}$/;
/** Final states. */
const ENDED: ReadonlySet<DepositView["status"]> = new Set(["held", "credited", "ignored"]);

/** A chain as its answers to the rest of the server need it. */
export interface ShownChain {
  readonly spec: ChainSpec;
  readonly pause: ChainPause | undefined;
  readonly unconfirmed: readonly string[];
  unclaimed(): readonly UnclaimedCoins[];
  progress(withdrawalId: number): WithdrawalProgress | undefined;
}

/** What a ChainPort answers from the watchers' state, wherever the watchers run. */
export abstract class ChainReads {
  protected abstract readonly state: WatchState;
  protected abstract readonly addresses: Pick<CustodyAddresses, "hotWallet" | "gasAccount">;
  /** Ordered by index. */
  protected abstract readonly shown: readonly ShownChain[];
  /** Users whose address is not durable yet. */
  protected abstract isBeingIssued(userId: number): boolean;

  private readonly listeners = new Set<(change: ChainChange) => void>();
  /** Last reported state of pending deposits. */
  private readonly told = new Map<string, string>();
  private readonly pauses = new Map<string, string>();

  get chains(): readonly ChainView[] {
    return this.shown.map((chain) => this.viewOf(chain));
  }

  chain(chain: string): ChainView | undefined {
    const shown = this.shownOf(chain);
    return shown && this.viewOf(shown);
  }

  chainOfIndex(chainIndex: number): ChainView | undefined {
    const shown = this.shown.find(({ spec }) => spec.chainIndex === chainIndex);
    return shown && this.viewOf(shown);
  }

  existingDepositAddressOf(userId: number): string | undefined {
    const address = this.state.issuedAddressOf(userId);
    return address === undefined || this.isBeingIssued(userId) ? undefined : getAddress(address);
  }

  isValidAddress(chain: string, address: string): boolean {
    const shown = this.shownOf(chain);
    if (shown === undefined || addressFault(shown.spec.chain, address) !== undefined) return false;
    const asked = address.toLowerCase();
    return shown.spec.assets.every(({ token }) => token?.toLowerCase() !== asked);
  }

  isOwnAddress(address: string): boolean {
    const { hotWallet, gasAccount } = this.addresses;
    const asked = address.toLowerCase() as Hex;
    const userOf = (each: Hex): number | undefined => this.state.userOf(each);
    return isInCustody({ hotWallet, gasAccount, userOf }, asked) || asked === gasAccount;
  }

  depositsOf(userId: number, limit: number, before?: string): readonly DepositView[] {
    const newest = this.state.depositsOf(userId).toReversed();
    const start = before === undefined ? 0 : newest.findIndex(({ depositId }) => depositId === before) + 1;
    if (before !== undefined && start === 0) return [];
    return newest.slice(start, start + limit).flatMap((deposit) => this.depositViewOf(deposit) ?? []);
  }

  deposit(depositId: string): DepositView | undefined {
    const { state } = this;
    const found = CREDIT_SEQ.test(depositId)
      ? state.depositOfCredit(Number(depositId))
      : state.deposit(depositId);
    return found && this.depositViewOf(found);
  }

  withdrawalProgress(withdrawalId: number): WithdrawalProgress | undefined {
    for (const shown of this.shown) {
      const progress = shown.progress(withdrawalId);
      if (progress !== undefined) return progress;
    }
    return undefined;
  }

  uncreditedDeposits(): readonly DepositView[] {
    const { state } = this;
    return this.shown.flatMap(({ spec }) =>
      state.uncredited(spec.chainIndex).flatMap((deposit) => depositView(spec, state, deposit) ?? []),
    );
  }

  unclaimedCoins(): readonly UnclaimedView[] {
    return this.shown.flatMap((shown) =>
      shown.unclaimed().map(({ userId, address, wei }) => ({
        chain: shown.spec.chain,
        userId,
        address: getAddress(address),
        symbol: shown.spec.assets.find(({ token }) => token === null)?.symbol ?? "",
        amount: decimalOf(wei, COIN_DECIMALS),
      })),
    );
  }

  subscribe(listener: (change: ChainChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  tellProgress(withdrawalId: number, progress: WithdrawalProgress): void {
    this.tell({ kind: "withdrawal", withdrawalId, progress });
  }

  /**
   * Reports what has changed since the last call.
   * @param ids deposits that may have changed, in addition to those that are open
   */
  protected tellChanges(shown: ShownChain, ids: Iterable<string>): void {
    const asked = new Set(ids);
    for (const { depositId } of this.state.open(shown.spec.chainIndex)) asked.add(depositId);
    for (const depositId of asked) {
      const deposit = this.deposit(depositId);
      if (deposit === undefined) continue;
      const now = `${deposit.status} ${deposit.reason} ${deposit.confirmations}`;
      if (this.told.get(depositId) === now) continue;
      if (ENDED.has(deposit.status)) this.told.delete(depositId);
      else this.told.set(depositId, now);
      this.tell({ kind: "deposit", deposit });
    }
    const chain = this.viewOf(shown);
    if (this.pauses.get(chain.chain) === (chain.paused ?? "")) return;
    this.pauses.set(chain.chain, chain.paused ?? "");
    this.tell({ kind: "chain", chain });
  }

  private tell(change: ChainChange): void {
    for (const listener of this.listeners) listener(change);
  }

  private shownOf(chain: string): ShownChain | undefined {
    const asked = chain.toLowerCase();
    return this.shown.find(({ spec }) => spec.chain === asked);
  }

  private depositViewOf(deposit: DepositRecord): DepositView | undefined {
    const shown = this.shown.find(({ spec }) => spec.chainIndex === deposit.chainIndex);
    return shown && depositView(shown.spec, this.state, deposit);
  }

  private viewOf({ spec, pause, unconfirmed }: ShownChain): ChainView {
    return {
      chain: spec.chain,
      chainIndex: spec.chainIndex,
      chainName: spec.chainName,
      evmChainId: spec.evmChainId,
      confirmationsRequired: spec.confirmationsRequired,
      etaSeconds: spec.etaSeconds,
      testnet: spec.testnet,
      kind: spec.kind,
      paused: pause,
      unconfirmed,
      headBlock: this.state.chain(spec.chainIndex).headBlock,
      explorerUrl: spec.explorerUrl,
      assets: spec.assets.map((asset) => ({
        assetId: asset.assetId,
        symbol: asset.symbol,
        contractAddress: asset.token === null ? null : getAddress(asset.token),
        chainDecimals: asset.chainDecimals,
        minDepositWei: weiOf(asset, asset.minDepositUnits),
        minDepositUnits: asset.minDepositUnits,
        withdrawalFeeUnits: asset.withdrawalFeeUnits,
        minWithdrawalUnits: asset.minWithdrawalUnits,
        maxWithdrawalUnits: asset.maxWithdrawalUnits,
      })),
    };
  }
}
