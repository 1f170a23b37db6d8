import { unknownRecord } from "../../kit/durable/unknown-record.ts";
import type { SignedTransaction } from "./signer-messages.ts";
import type { SignerRecord } from "./signer-records.ts";

export const DAY_MS = 86_400_000;
/** Minimum obsolete records before the journal is rewritten. */
const MIN_OUTDATED = 20_000;

export interface OpenedAsset {
  readonly chainId: number;
  readonly symbol: string;
  readonly token: `0x${string}` | null;
  readonly decimals: number;
}

export interface Payment {
  readonly withdrawalId: number;
  readonly timeMs: number;
  readonly chainId: number;
  readonly symbol: string;
  readonly to: `0x${string}`;
  readonly amount: string;
  readonly gasLimit: number;
  readonly nonce: number;
  /** Empty once it is final. */
  readonly transactions: readonly SignedTransaction[];
  /** Absent before it is final. */
  readonly finalHashes?: readonly `0x${string}`[];
}

interface Spending {
  readonly timeMs: number;
  readonly what: string;
  readonly amount: bigint;
}

/** Who asks: the term of a core, and the session of its custody process in it, which is 0 for the core itself. */
export interface Rank {
  readonly term: number;
  readonly session: number;
}

/** Whether the first one has been replaced by the second. */
export const isLower = (one: Rank, other: Rank): boolean =>
  one.term < other.term || (one.term === other.term && one.session < other.session);

const assetKey = (chainId: number, symbol: string): string => `${chainId} ${symbol}`;
const gasKey = (chainId: number): string => `${chainId} gas`;

/** The signer's whole state, built by applying its records in order. */
export class SignerState {
  private readonly assets = new Map<string, OpenedAsset>();
  private readonly payments = new Map<number, Payment>();
  private readonly cancelled = new Set<number>();
  private readonly nextNonces = new Map<number, number>();

  private spendings: Spending[] = [];
  private outdated = 0;
  private boundExchange: string | undefined;
  private highest = { term: 0, session: 0, core: "" };
  private forgottenTerm = 0;

  apply(record: SignerRecord): void {
    switch (record.type) {
      case "asset-opened":
        this.assets.set(assetKey(record.chainId, record.symbol), record);
        return;
      case "payment-signed": {
        const { type: _, ...payment } = record;
        this.payments.set(record.withdrawalId, payment);
        this.nextNonces.set(record.chainId, Math.max(this.nextNonce(record.chainId), record.nonce + 1));
        this.spend(record.timeMs, assetKey(record.chainId, record.symbol), record.amount);
        return;
      }
      case "fee-raised": {
        const payment = this.expected(record.withdrawalId);
        const transactions = [...payment.transactions, record.transaction];
        this.payments.set(record.withdrawalId, { ...payment, transactions });
        return;
      }
      case "payment-cancelled":
        this.cancelled.add(record.withdrawalId);
        return;
      case "payment-final": {
        const payment = this.expected(record.withdrawalId);
        this.outdated += payment.transactions.length;
        const finalHashes = payment.transactions.map(({ hash }) => hash);
        this.payments.set(record.withdrawalId, { ...payment, transactions: [], finalHashes });
        return;
      }
      case "gas-funded":
        this.spend(record.timeMs, gasKey(record.chainId), record.amount);
        return;
      case "exchange-bound":
        this.boundExchange = record.exchange;
        return;
      case "term-seen":
        this.highest = { term: record.term, session: record.session ?? 0, core: record.core };
        return;
      case "term-forgotten":
        this.forgottenTerm = record.term;
        this.highest = { term: 0, session: 0, core: "" };
        return;
      default:
        unknownRecord("signer", record);
    }
  }

  *dump(nowMs: number): Generator<SignerRecord> {
    if (this.boundExchange !== undefined) yield { type: "exchange-bound", exchange: this.boundExchange };
    if (this.forgottenTerm > 0) yield { type: "term-forgotten", term: this.forgottenTerm };
    const { term, session, core } = this.highest;
    if (term > 0) yield { type: "term-seen", term, ...(session > 0 && { session }), core };
    for (const asset of this.assets.values()) yield { ...asset, type: "asset-opened" };
    for (const payment of this.payments.values()) yield { type: "payment-signed", ...payment };
    for (const withdrawalId of this.cancelled) yield { type: "payment-cancelled", withdrawalId };
    for (const { timeMs, what, amount } of this.spendings) {
      const [chainId, subject] = what.split(" ");
      if (subject === "gas" && timeMs > nowMs - DAY_MS)
        yield { type: "gas-funded", timeMs, chainId: Number(chainId), amount: String(amount) };
    }
  }

  get isWorthRewriting(): boolean {
    return this.outdated > Math.max(MIN_OUTDATED, 2 * this.payments.size);
  }

  asset(chainId: number, symbol: string): OpenedAsset | undefined {
    return this.assets.get(assetKey(chainId, symbol));
  }

  payment(withdrawalId: number): Payment | undefined {
    return this.payments.get(withdrawalId);
  }

  isCancelled(withdrawalId: number): boolean {
    return this.cancelled.has(withdrawalId);
  }

  /** The exchange that the keys belong to; undefined before the first core has connected. */
  get exchange(): string | undefined {
    return this.boundExchange;
  }

  /** Highest term of a core that has connected; 0 before the first in a cluster. */
  get term(): number {
    return this.highest.term;
  }

  /** The highest term and the highest session in it. */
  get rank(): Rank {
    return this.highest;
  }

  /** The last term that was forgotten on purpose; 0 for none. */
  get lastForgottenTerm(): number {
    return this.forgottenTerm;
  }

  /** Next nonce of the hot wallet on one chain. */
  nextNonce(chainId: number): number {
    return this.nextNonces.get(chainId) ?? 0;
  }

  /** Amount signed for within the last 24 hours. */
  paidInDay(chainId: number, symbol: string, nowMs: number): bigint {
    return this.spentInDay(assetKey(chainId, symbol), nowMs);
  }

  gasInDay(chainId: number, nowMs: number): bigint {
    return this.spentInDay(gasKey(chainId), nowMs);
  }

  private spentInDay(what: string, nowMs: number): bigint {
    const sinceMs = nowMs - DAY_MS;
    this.spendings = this.spendings.filter(({ timeMs }) => timeMs > sinceMs);
    return this.spendings.reduce((sum, each) => (each.what === what ? sum + each.amount : sum), 0n);
  }

  private spend(timeMs: number, what: string, amount: string): void {
    this.spendings.push({ timeMs, what, amount: BigInt(amount) });
  }

  private expected(withdrawalId: number): Payment {
    const payment = this.payments.get(withdrawalId);
    if (payment === undefined) throw new RangeError(`withdrawal ${withdrawalId} was never signed`);
    return payment;
  }
}
