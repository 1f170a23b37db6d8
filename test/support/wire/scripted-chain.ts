import { createHash } from "node:crypto";
import type { EnginePort } from "@candor/domain/engine-port";
import type { Units } from "@candor/money/brand";
import type {
  ChainAssetView,
  ChainChange,
  ChainPause,
  ChainPort,
  ChainView,
  CustodyView,
  DepositView,
  FaucetSending,
  GasView,
  TransactionFinding,
  UnclaimedView,
  WithdrawalProgress,
} from "@candor/server/custody/chain/chain-port";
import { depositIdOf } from "@candor/server/custody/chain/deposit-id";
import { addressFault } from "@candor/text/chain-address";

export const CHAIN = "evm-31337";
export const CONFIRMATIONS = 3;
/** The hot wallet of the scripted chain. */
export const HOT_WALLET = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";

const TOKEN = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const units = (value: number): Units => value as Units;

const ASSETS: readonly ChainAssetView[] = [
  {
    assetId: 0,
    symbol: "USDT",
    contractAddress: TOKEN,
    chainDecimals: 6,
    minDepositWei: 1_000_000n,
    minDepositUnits: units(1_000_000),
    withdrawalFeeUnits: units(1_000_000),
    minWithdrawalUnits: units(10_000_000),
    maxWithdrawalUnits: units(50_000_000_000),
  },
  {
    assetId: 2,
    symbol: "ETH",
    contractAddress: null,
    chainDecimals: 18,
    minDepositWei: 10n ** 15n,
    minDepositUnits: units(100_000),
    withdrawalFeeUnits: units(50_000),
    minWithdrawalUnits: units(500_000),
    maxWithdrawalUnits: units(2_000_000_000),
  },
];

/** A chain scripted by the test, connected to the real exchange. */
export class ScriptedChain implements ChainPort {
  paused: ChainPause | undefined;
  /** Whether the development chain sends play money. */
  sends = true;
  /** undefined if it does not answer. */
  gasViews: readonly GasView[] | undefined = [];
  unclaimed: readonly UnclaimedView[] = [];
  readonly findings = new Map<string, TransactionFinding>();
  private readonly engine: EnginePort;
  private readonly nowMs: () => number;
  private readonly kept = new Map<string, DepositView>();
  private readonly progress = new Map<number, WithdrawalProgress>();
  private readonly addresses = new Map<number, string>();
  private readonly listeners = new Set<(change: ChainChange) => void>();
  private transactions = 0;

  constructor(engine: EnginePort, nowMs: () => number) {
    this.engine = engine;
    this.nowMs = nowMs;
  }

  get chains(): readonly ChainView[] {
    return [
      {
        chain: CHAIN,
        chainIndex: 0,
        chainName: "Development chain",
        evmChainId: 31_337,
        confirmationsRequired: CONFIRMATIONS,
        etaSeconds: 9,
        testnet: true,
        kind: "simulated",
        paused: this.paused,
        unconfirmed: [],
        headBlock: 1,
        explorerUrl: null,
        assets: ASSETS,
      },
    ];
  }

  chain(chain: string): ChainView | undefined {
    return this.chains.find((view) => view.chain === chain.toLowerCase());
  }

  chainOfIndex(chainIndex: number): ChainView | undefined {
    return this.chains.find((view) => view.chainIndex === chainIndex);
  }

  depositAddressOf(userId: number): Promise<string> {
    const address = `0x${createHash("sha256").update(String(userId)).digest("hex").slice(0, 40)}`;
    this.addresses.set(userId, address);
    return Promise.resolve(address);
  }

  existingDepositAddressOf(userId: number): string | undefined {
    return this.addresses.get(userId);
  }

  isValidAddress(chain: string, address: string): boolean {
    return addressFault(chain, address) === undefined;
  }

  isOwnAddress(address: string): boolean {
    const own = address.toLowerCase();
    return own === HOT_WALLET.toLowerCase() || [...this.addresses.values()].includes(own);
  }

  depositsOf(userId: number, limit: number): readonly DepositView[] {
    return [...this.kept.values()]
      .filter((deposit) => deposit.userId === userId)
      .reverse()
      .slice(0, limit);
  }

  deposit(depositId: string): DepositView | undefined {
    return this.kept.get(depositId);
  }

  explainTransaction(_chain: string, txHash: string, userId: number): Promise<TransactionFinding> {
    const deposit = [...this.kept.values()].find((each) => each.txHash === txHash && each.userId === userId);
    if (deposit !== undefined) return Promise.resolve({ kind: "deposit", deposit });
    return Promise.resolve(this.findings.get(txHash) ?? { kind: "not-found", deposit: undefined });
  }

  withdrawalProgress(withdrawalId: number): WithdrawalProgress | undefined {
    return this.progress.get(withdrawalId);
  }

  async sendFromFaucet(
    userId: number,
    assetId: number,
    amountUnits: Units,
  ): Promise<FaucetSending | undefined> {
    if (!this.sends || !ASSETS.some((asset) => asset.assetId === assetId)) return undefined;
    const { txHash, address } = await this.see(userId, assetId, amountUnits);
    return { chain: CHAIN, txHash, address };
  }

  uncreditedDeposits(): readonly DepositView[] {
    return [...this.kept.values()].filter(({ status }) => status === "held");
  }

  unclaimedCoins(): readonly UnclaimedView[] {
    return this.unclaimed;
  }

  async creditDeposit(depositId: string): Promise<boolean> {
    if (this.kept.get(depositId)?.status !== "held") return false;
    await this.credit(depositId);
    return true;
  }

  settleDeposit(depositId: string, note: string): Promise<boolean> {
    const held = this.kept.get(depositId);
    if (held?.status !== "held") return Promise.resolve(false);
    this.keep({ ...held, status: "ignored", note });
    return Promise.resolve(true);
  }

  findDeposits(): Promise<string> {
    return Promise.resolve("The node has not mined this transaction.");
  }

  acceptLoss(): Promise<boolean> {
    return Promise.resolve(false);
  }

  subscribe(listener: (change: ChainChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  custody(): Promise<readonly CustodyView[]> {
    return Promise.resolve([]);
  }

  gas(): Promise<readonly GasView[]> {
    return this.gasViews === undefined
      ? Promise.reject(new Error("the chain does not answer"))
      : Promise.resolve(this.gasViews);
  }

  /** Adds a transfer to the user's address in a block. */
  async see(userId: number, assetId: number, amountUnits: number): Promise<DepositView> {
    const txHash = this.nextTxHash();
    const deposit: DepositView = {
      depositId: depositIdOf(0, txHash, 0),
      userId,
      assetId,
      chainIndex: 0,
      amountUnits: units(amountUnits),
      amountWei: String(amountUnits),
      chainDecimals: assetId === 0 ? 6 : 8,
      address: await this.depositAddressOf(userId),
      txHash,
      logIndex: 0,
      status: "seen",
      reason: null,
      note: null,
      confirmations: 1,
      confirmationsRequired: CONFIRMATIONS,
      creditSeq: 0,
      createdAtMs: this.nowMs(),
      updatedAtMs: this.nowMs(),
    };
    return this.keep(deposit);
  }

  /** Adds blocks until the exchange credits it. */
  async credit(depositId: string): Promise<void> {
    const seen = this.kept.get(depositId);
    if (seen === undefined) throw new Error(`unknown deposit ${depositId}`);
    const confirmed = this.keep({ ...seen, status: "confirmed", confirmations: CONFIRMATIONS });
    const { userId, assetId, amountUnits, chainIndex, txHash, logIndex } = confirmed;
    if (amountUnits === undefined) throw new Error(`${depositId} is more than can be counted`);
    const { executed } = await this.engine.execute({
      kind: "credit-deposit",
      userId,
      assetId,
      amountUnits,
      chainIndex,
      txHash,
      logIndex,
      key: "",
    });
    if (executed.error !== undefined) throw new Error(executed.error);
    this.keep({ ...confirmed, status: "credited", creditSeq: executed.seq });
  }

  /** Marks a deposit as waiting for an operator; `amountWei` is the chain's amount. */
  hold(depositId: string, reason: NonNullable<DepositView["reason"]>, amountWei?: string): void {
    const seen = this.kept.get(depositId);
    if (seen === undefined) throw new Error(`unknown deposit ${depositId}`);
    const amount = amountWei === undefined ? {} : { amountWei, amountUnits: undefined };
    this.keep({ ...seen, ...amount, status: "held", reason });
  }

  ignore(depositId: string, reason: NonNullable<DepositView["reason"]>): void {
    const seen = this.kept.get(depositId);
    if (seen === undefined) throw new Error(`unknown deposit ${depositId}`);
    this.keep({ ...seen, status: "ignored", reason });
  }

  /** Signs and broadcasts an approved withdrawal and includes it in a block. */
  async broadcast(withdrawalId: number): Promise<string> {
    const txHash = this.nextTxHash();
    for (const status of ["signed", "broadcast"] as const) {
      const { executed } = await this.engine.execute({
        kind: "advance-withdrawal",
        withdrawalId,
        status,
        txHash,
      });
      if (executed.error !== undefined) throw new Error(executed.error);
    }
    this.confirmations(withdrawalId, txHash, 1);
    return txHash;
  }

  confirmations(withdrawalId: number, txHash: string, confirmations: number): void {
    const progress = { txHash, confirmations, confirmationsRequired: CONFIRMATIONS };
    this.progress.set(withdrawalId, progress);
    this.tell({ kind: "withdrawal", withdrawalId, progress });
  }

  nextTxHash(): string {
    this.transactions++;
    return `0x${createHash("sha256").update(`tx ${this.transactions}`).digest("hex")}`;
  }

  private keep(deposit: DepositView): DepositView {
    this.kept.set(deposit.depositId, deposit);
    this.tell({ kind: "deposit", deposit });
    return deposit;
  }

  private tell(change: ChainChange): void {
    for (const listener of this.listeners) listener(change);
  }
}
