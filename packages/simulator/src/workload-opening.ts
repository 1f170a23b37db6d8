import { LIMITS } from "@candor/domain/limits";
import { NEWEST_RULES } from "@candor/domain/rules";
import type { Units } from "@candor/money/brand";
import { contractOn } from "./contracts-workload.ts";
import { DOLLAR_LEVER, WORKLOAD_LEVER } from "./lever-workload.ts";
import { optionTerms } from "./options-workload.ts";
import { ASSETS, CONTRACTS, MARKETS, OPTION_SYMBOLS, OPTION_UNITS, USERS } from "./workload-listing.ts";
import type { Step } from "./workload-step.ts";

/** Lists everything, endows the pools, and opens and funds the accounts. */
export function* openingCommands(): Generator<Step> {
  yield { command: { kind: "set-site", isOpen: true, message: "" }, passesMs: 0 };
  yield { command: { kind: "adopt-rules", version: NEWEST_RULES }, passesMs: 0 };
  for (const asset of ASSETS) yield { command: { kind: "list-asset", asset }, passesMs: 0 };
  for (const { midTicks: _, ...market } of MARKETS)
    yield { command: { kind: "list-market", market, minSources: 2 }, passesMs: 0 };
  for (const spot of CONTRACTS) {
    const { midTicks: _, ...market } = MARKETS[spot] as (typeof MARKETS)[number];
    yield {
      command: { kind: "list-contract", contract: contractOn(market), minSources: 2 },
      passesMs: 0,
    };
  }
  yield { command: { kind: "list-lever", marketId: 0, lever: DOLLAR_LEVER }, passesMs: 0 };
  yield { command: { kind: "list-lever", marketId: 2, lever: WORKLOAD_LEVER }, passesMs: 0 };
  for (const [assetId, units] of [60_000_000_000, 100_000_000, 4_000_000_000].entries())
    yield {
      command: { kind: "endow-pool", pool: "lending-pool", assetId, totalUnits: units as Units },
      passesMs: 0,
    };
  const totalUnits = (3 * OPTION_UNITS) as Units;
  yield { command: { kind: "endow-pool", pool: "option-pool", assetId: 0, totalUnits }, passesMs: 1 };
  yield {
    command: { kind: "set-option-terms", terms: optionTerms(OPTION_SYMBOLS, 850_000) },
    passesMs: 1,
  };
  for (let n = 0; n < USERS; n++) {
    const userId = LIMITS.firstUserId + n;
    yield { command: { kind: "open-account", userId, role: n < 2 ? "labelled" : "trader" }, passesMs: 1 };
    for (const assetId of [0, 1, 2]) {
      const rich = [200_000_000_000, 400_000_000, 6_000_000_000][assetId] as number;
      // A third of them have little money, so that orders are rejected and stops cannot be funded.
      const amountUnits = (n % 3 === 2 ? rich / 100 : rich) as Units;
      yield {
        command: { kind: "deposit", userId, assetId, amountUnits, origin: "faucet", key: "" },
        passesMs: 1,
      };
      yield {
        command: { kind: "transfer", userId, assetId, from: "main", to: "coin", amountUnits, key: "" },
        passesMs: 1,
      };
    }
    const amountUnits = (n % 3 === 2 ? 200_000_000 : 20_000_000_000) as Units;
    yield {
      command: { kind: "deposit", userId, assetId: 0, amountUnits, origin: "faucet", key: "" },
      passesMs: 1,
    };
    yield {
      command: { kind: "transfer", userId, assetId: 0, from: "main", to: "contract", amountUnits, key: "" },
      passesMs: 1,
    };
    const transfer = { kind: "transfer", userId, assetId: 0, from: "coin", to: "option", key: "" } as const;
    yield { command: { ...transfer, amountUnits: OPTION_UNITS }, passesMs: 1 };
  }
}
