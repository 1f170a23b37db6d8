import type { FundingSettled } from "@candor/domain/events/contract-events";
import type { FundingTermsSet } from "@candor/domain/events/events";
import type { SettingChanged } from "@candor/domain/events/setting-events";
import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import { ensure } from "./audit-error.ts";

const DAY_MS = 86_400_000;

interface Terms {
  readonly interestPpm: number;
  readonly fundingCapPpm: number;
}

/**
 * Checks that a funding round uses the terms with which its interval began. Other terms come into force as announced, a
 * whole day later and at the end of an interval, never at another moment.
 */
export class FundingTermsAudit {
  private readonly inForce = new Map<number, Terms & { readonly symbol: string }>();
  private readonly announced = new Map<string, Terms & { readonly atMs: number }>();
  /** The market whose round the current command settled last. */
  private settledMarket = -1;

  beginCommand(): void {
    this.settledMarket = -1;
  }

  listed(marketId: number, { symbol, interestPpm, fundingCapPpm }: ContractSpec): void {
    this.inForce.set(marketId, { symbol, interestPpm, fundingCapPpm });
  }

  changed({ setting, value }: SettingChanged, atMs: number): void {
    const [kind, symbol = ""] = setting.split(".");
    if (kind === "funding") this.announced.set(symbol, { ...(value as unknown as Terms), atMs });
  }

  settled({ marketId, interestPpm, capPpm }: FundingSettled): void {
    const terms = this.inForce.get(marketId);
    const isSo = terms?.interestPpm === interestPpm && terms.fundingCapPpm === capPpm;
    ensure(isSo, `funding of market ${marketId} must use the terms with which its interval began`);
    this.settledMarket = marketId;
  }

  set({ marketId, interestPpm, fundingCapPpm }: FundingTermsSet, timeMs: number): void {
    const what = `funding terms of market ${marketId}`;
    ensure(this.settledMarket === marketId, `${what} amid an interval`);
    const symbol = this.inForce.get(marketId)?.symbol ?? "";
    this.inForce.set(marketId, { symbol, interestPpm, fundingCapPpm });
    const announced = this.announced.get(symbol);
    // Settings are not emitted before the first site setting.
    if (announced === undefined) return;
    ensure(
      timeMs >= announced.atMs + DAY_MS,
      `${what} came into force ${timeMs - announced.atMs} ms after the announcement`,
    );
    const isSo = announced.interestPpm === interestPpm && announced.fundingCapPpm === fundingCapPpm;
    ensure(isSo, `${what} differ from the announcement`);
  }
}
