import { LIMITS } from "@candor/domain/limits";
import type { RecordedState } from "../../kit/durable/record-store.ts";
import type { KeyedRequest } from "../withdrawals/withdrawal-records.ts";

const DAY_MS = 86_400_000;
const MIN_OUTDATED = 10_000;

/** A faucet payment over the development chain. */
export interface FaucetRecord {
  readonly userId: number;
  readonly assetId: number;
  readonly units: number;
  readonly atMs: number;
  readonly chain: string;
  readonly txHash: string;
  readonly address: string;
  readonly request?: KeyedRequest;
}

/** Faucet payments per user and UTC day, so that the allowance survives a restart. */
export class FaucetPayments implements RecordedState<FaucetRecord> {
  outdated = 0;
  private readonly byUser = new Map<number, FaucetRecord[]>();

  apply(gift: FaucetRecord): void {
    const kept = (this.byUser.get(gift.userId) ?? []).filter(({ atMs }) => atMs > gift.atMs - 2 * DAY_MS);
    this.outdated += (this.byUser.get(gift.userId)?.length ?? 0) - kept.length;
    this.byUser.set(gift.userId, [...kept, gift]);
  }

  *dump(nowMs: number): Iterable<FaucetRecord> {
    for (const gifts of this.byUser.values()) {
      for (const gift of gifts) if (gift.atMs > nowMs - 2 * DAY_MS) yield gift;
    }
  }

  /** Returns the units of an asset given since then. */
  givenSince(userId: number, assetId: number, sinceMs: number): number {
    return (this.byUser.get(userId) ?? [])
      .filter((gift) => gift.assetId === assetId && gift.atMs >= sinceMs)
      .reduce((sum, { units }) => sum + units, 0);
  }

  /** Returns the payment requested with this key while the key is remembered. */
  ofKey(userId: number, key: string, nowMs: number): FaucetRecord | undefined {
    return this.byUser
      .get(userId)
      ?.find(({ request, atMs }) => request?.key === key && atMs > nowMs - LIMITS.keyLifetimeMs);
  }
}

export function giftsAreWorthRewriting({ outdated }: FaucetPayments): boolean {
  return outdated > MIN_OUTDATED;
}
