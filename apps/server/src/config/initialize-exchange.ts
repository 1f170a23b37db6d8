import type { Command } from "@candor/domain/commands/commands";
import type { LimitCommand } from "@candor/domain/commands/setting-commands";
import type { EnginePort } from "@candor/domain/engine-port";
import type { EndowableAccount } from "@candor/domain/enumerations";
import { NEWEST_RULES } from "@candor/domain/rules";
import {
  REFERRAL_RATE_SETTING,
  RULES_SETTING,
  type RulesSetting,
  SCENARIO_SETTING,
  SITE_SETTING,
  WITHDRAWAL_RULES_SETTING,
} from "@candor/domain/setting-names";
import type { MiningPlan } from "@candor/domain/specs/mining-plan";
import type { OptionTerms } from "@candor/domain/specs/option-terms";
import type { WithdrawalRules } from "@candor/domain/specs/withdrawal-rules";
import type { Units } from "@candor/money/brand";
import { parseDecimal } from "@candor/money/decimal";
import { applyOrAnnounce } from "./announce-configured.ts";
import type { LeverListing } from "./default-levers.ts";
import type { ExchangeListing } from "./exchange-listing.ts";

/** Fresh price sources an index needs before its market trades. */
const MIN_SOURCES = { sandbox: 1, live: 2 } as const;

export class FoundingError extends Error {
  constructor(command: Command, error: string) {
    super(`the exchange rejected ${command.kind} during its creation: ${error}`);
    this.name = "FoundingError";
  }
}

/** Executes a command that must be accepted. Throws FoundingError. */
async function found(engine: EnginePort, command: Command): Promise<void> {
  const { executed } = await engine.execute(command);
  if (executed.error !== undefined) throw new FoundingError(command, executed.error);
}

/** Sets a limit now, or announces it when the exchange already has traders. Throws FoundingError. */
async function foundLimit(engine: EnginePort, command: LimitCommand): Promise<void> {
  const error = await applyOrAnnounce(engine, command);
  if (error !== undefined) throw new FoundingError(command, error);
}

/**
 * Lists everything that is not listed yet: all of it in a new exchange, later additions afterwards. Resumes an
 * interrupted creation.
 */
export async function initializeExchange(
  engine: EnginePort,
  mode: keyof typeof MIN_SOURCES,
  { assets, markets, contracts }: Pick<ExchangeListing, "assets" | "markets" | "contracts">,
): Promise<void> {
  const known = await engine.exchangeView();
  const spots = known.markets.filter((market) => market.contract === undefined);
  const knownContracts = known.markets.filter((market) => market.contract !== undefined);
  const listed = new Set([
    ...known.assets.map(({ symbol }) => symbol),
    ...spots.map(({ spec }) => spec.symbol),
  ]);
  // A contract may share its symbol with a spot market.
  const listedContracts = new Set(knownContracts.map(({ spec }) => spec.symbol));
  const minSources = MIN_SOURCES[mode];
  const commands: Command[] = [
    ...assets
      .filter(({ symbol }) => !listed.has(symbol))
      .map((asset) => ({ kind: "list-asset", asset }) as const),
    ...markets
      .filter(({ symbol }) => !listed.has(symbol))
      .map((market) => ({ kind: "list-market", market, minSources }) as const),
    ...contracts
      .filter(({ symbol }) => !listedContracts.has(symbol))
      .map((contract) => ({ kind: "list-contract", contract, minSources }) as const),
  ];
  for (const command of commands) {
    await found(engine, command);
  }
}

/** Offers timed options if none were ever offered. Later changes are not reverted at startup. */
export async function offerOptions(engine: EnginePort, terms: OptionTerms): Promise<void> {
  if ((await engine.optionsView()).terms !== undefined) return;
  await foundLimit(engine, { kind: "set-option-terms", terms });
}

/** Play money that backs a product from the first start on. */
export interface PoolEndowment {
  readonly pool: EndowableAccount;
  readonly asset: string;
  /** Decimal, in whole coins. */
  readonly total: string;
}

/**
 * Transfers to the pools what the sandbox treasury owes them. Each amount is given once, whatever a pool has paid
 * since. The assets must be listed.
 */
export async function endowPools(engine: EnginePort, endowments: readonly PoolEndowment[]): Promise<void> {
  const [{ assets }, { pools }] = await Promise.all([engine.exchangeView(), engine.solvencyView()]);
  for (const { pool, asset, total } of endowments) {
    const assetId = assets.findIndex(({ symbol }) => symbol === asset);
    const totalUnits = parseDecimal(total, assets[assetId]?.scale ?? 0);
    if (typeof totalUnits === "string") throw new RangeError(`${pool}: ${total} ${asset} is no amount`);
    const command = { kind: "endow-pool", pool, assetId, totalUnits: totalUnits as Units } as const;
    const known = pools.find((state) => state.pool === pool && state.assetId === assetId);
    if ((known?.endowedUnits ?? 0) >= totalUnits) continue;
    await foundLimit(engine, command);
  }
}

/** Offers unknown mining plans. Plans changed since stay as they are. Their assets must be listed. */
export async function foundMining(engine: EnginePort, plans: readonly MiningPlan[]): Promise<void> {
  const known = (await engine.miningView()).plans.length;
  for (const [planId, plan] of plans.entries()) {
    if (planId < known) continue;
    await foundLimit(engine, { kind: "set-mining-plan", planId, plan });
  }
}

/** Enables margin trading on spot markets that lack it. The markets must be listed. */
export async function openLevers(engine: EnginePort, levers: readonly LeverListing[]): Promise<void> {
  const { markets } = await engine.exchangeView();
  for (const { symbol, lever } of levers) {
    const market = markets.find(({ contract, spec }) => contract === undefined && spec.symbol === symbol);
    if (market?.lever !== undefined) continue;
    await found(engine, { kind: "list-lever", marketId: market?.marketId ?? -1, lever });
  }
}

/**
 * Makes a new exchange a test rig, by its first command. Throws FoundingError for one that has begun without it, and for a
 * test rig that is opened as something else.
 */
export async function foundScenario(engine: EnginePort, isScenario: boolean): Promise<void> {
  const { settings } = await engine.settingsView();
  const isRig = settings.some(({ setting }) => setting === SCENARIO_SETTING);
  const command = { kind: "begin-scenario" } as const;
  if (isRig && !isScenario)
    throw new FoundingError(command, "it is a test rig, which needs CANDOR_MODE=scenario");
  if (isScenario && !isRig) await found(engine, command);
}

/**
 * Opens the site if its state was never set. This is a new exchange's first command; settings emit events from then on.
 */
export async function foundSite(engine: EnginePort): Promise<void> {
  const { settings } = await engine.settingsView();
  if (settings.some(({ setting }) => setting === SITE_SETTING)) return;
  await found(engine, { kind: "set-site", isOpen: true, message: "" });
}

/** Adopts the newest rules if older ones are in force. This is a newer program's first command. */
export async function adoptNewestRules(engine: EnginePort): Promise<void> {
  const { settings } = await engine.settingsView();
  const inForce = settings.find(({ setting }) => setting === RULES_SETTING)?.value as
    | RulesSetting
    | undefined;
  if (inForce?.version === NEWEST_RULES) return;
  await found(engine, { kind: "adopt-rules", version: NEWEST_RULES });
}

/**
 * Initializes settings that operators may change later: the referral commission and the withdrawal review rules. Later
 * changes are not reverted at startup.
 */
export async function foundSettings(engine: EnginePort, rules: WithdrawalRules): Promise<void> {
  const [{ settings }, { referralRatePpm }] = await Promise.all([
    engine.settingsView(),
    engine.exchangeView(),
  ]);
  const known = new Set(settings.map(({ setting }) => setting));
  const commands: readonly (readonly [string, LimitCommand])[] = [
    [REFERRAL_RATE_SETTING, { kind: "set-referral-rate", ratePpm: referralRatePpm }],
    [WITHDRAWAL_RULES_SETTING, { kind: "set-withdrawal-rules", rules }],
  ];
  for (const [setting, command] of commands) {
    if (known.has(setting)) continue;
    await foundLimit(engine, command);
  }
}
