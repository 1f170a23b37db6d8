import { fundingSetting } from "@candor/domain/setting-names";
import { type FundingTerms, fundingTermsFromMs, readFundingTerms } from "@candor/domain/specs/funding-terms";
import { contractOf, type ListedMarket } from "../../market/market-data/listings.ts";
import type { LiveSettings } from "../../records/live-settings/live-settings.ts";

/** Funding terms not yet in effect, and when they will be. */
export interface AnnouncedFunding extends FundingTerms {
  readonly fromMs: number;
}

/** Returns null if the terms in effect stay as they are. */
export function announcedFundingBy(
  live: Pick<LiveSettings, "find">,
): (market: ListedMarket) => AnnouncedFunding | null {
  return (market) => {
    const { spec } = contractOf(market);
    const setting = live.find(fundingSetting(spec.symbol));
    if (setting === undefined) return null;
    const terms = readFundingTerms(setting.value);
    if (terms === undefined) throw new Error(`the journal has invalid funding terms of ${spec.symbol}`);
    const isInForce = spec.interestPpm === terms.interestPpm && spec.fundingCapPpm === terms.fundingCapPpm;
    const fromMs = fundingTermsFromMs(setting.setAtMs, spec.fundingIntervalMs);
    return isInForce ? null : { ...terms, fromMs };
  };
}
