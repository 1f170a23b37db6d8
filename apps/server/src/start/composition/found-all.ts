import type { EnginePort } from "@candor/domain/engine-port";
import { endowmentsOf } from "../../config/default-endowments.ts";
import { DEFAULT_MINING_PLANS } from "../../config/default-mining-plans.ts";
import { optionsOf } from "../../config/default-options.ts";
import type { ExchangeListing } from "../../config/exchange-listing.ts";
import {
  adoptNewestRules,
  endowPools,
  foundMining,
  foundSettings,
  foundSite,
  initializeExchange,
  offerOptions,
  openLevers,
} from "../../config/initialize-exchange.ts";
import { riskRulesOf } from "../../custody/withdrawals/withdrawal-rules.ts";

/** Creates everything in the listing that does not exist yet. Throws FoundingError. */
export async function foundAll(
  engine: EnginePort,
  mode: "sandbox" | "live",
  listing: ExchangeListing,
): Promise<void> {
  await foundSite(engine);
  await adoptNewestRules(engine);
  await initializeExchange(engine, mode, listing);
  if (mode === "sandbox") {
    await endowPools(engine, endowmentsOf(listing));
    await foundMining(engine, DEFAULT_MINING_PLANS);
  }
  await offerOptions(engine, optionsOf(listing));
  await openLevers(engine, listing.levers);
  await foundSettings(engine, riskRulesOf(mode));
}
