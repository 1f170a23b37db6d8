import type { EnginePort } from "@candor/domain/engine-port";
import { endowmentsOf } from "../../config/default-endowments.ts";
import { DEFAULT_MINING_PLANS } from "../../config/default-mining-plans.ts";
import { optionsOf } from "../../config/default-options.ts";
import type { ExchangeListing } from "../../config/exchange-listing.ts";
import {
  adoptNewestRules,
  endowPools,
  foundMining,
  foundScenario,
  foundSettings,
  foundSite,
  initializeExchange,
  offerOptions,
  openLevers,
} from "../../config/initialize-exchange.ts";
import { riskRulesOf } from "../../custody/withdrawals/withdrawal-rules.ts";

/**
 * Creates everything in the listing that does not exist yet. Throws FoundingError.
 * @param isScenario whether it is a test rig
 */
export async function foundAll(
  engine: EnginePort,
  mode: "sandbox" | "live",
  listing: ExchangeListing,
  isScenario = false,
): Promise<void> {
  await foundScenario(engine, isScenario);
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
