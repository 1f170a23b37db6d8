import { type Kysely, sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from "kysely/migration";
import * as readModels from "./migrations/0001-read-models.ts";
import * as depositsAndWithdrawals from "./migrations/0002-deposits-and-withdrawals.ts";
import * as contracts from "./migrations/0003-contracts.ts";
import * as liquidatedAccounts from "./migrations/0004-liquidated-accounts.ts";
import * as mining from "./migrations/0006-mining.ts";
import * as secondContracts from "./migrations/0007-second-contracts.ts";
import * as leverage from "./migrations/0008-leverage.ts";
import * as conversions from "./migrations/0009-conversions.ts";
import * as referrals from "./migrations/0010-referrals.ts";
import * as correctionsAndSettings from "./migrations/0011-corrections-and-settings.ts";
import * as forcedFills from "./migrations/0012-forced-fills.ts";
import * as orderLeverage from "./migrations/0013-order-leverage.ts";
import * as orderLists from "./migrations/0014-order-lists.ts";
import * as daySums from "./migrations/0015-day-sums.ts";
import * as orderTriggers from "./migrations/0016-order-triggers.ts";
import * as otoLists from "./migrations/0017-oto-lists.ts";
import * as hedgeMode from "./migrations/0020-hedge-mode.ts";
import * as profitAndLoss from "./migrations/0022-profit-and-loss.ts";
import * as preventedMatches from "./migrations/0024-prevented-matches.ts";
import * as takerVolumes from "./migrations/0025-taker-volumes.ts";
import * as statisticsAndAmendments from "./migrations/0026-statistics-and-amendments.ts";
import * as answeredRates from "./migrations/0027-answered-rates.ts";
import * as marketTradeIds from "./migrations/0028-market-trade-ids.ts";
import * as modifiedOrders from "./migrations/0029-modified-orders.ts";
import * as deleveragedPositions from "./migrations/0030-deleveraged-positions.ts";
import * as largestCosts from "./migrations/0031-largest-costs.ts";

/** Schema of all read models, which separates them from everything else in a shared PostgreSQL. */
export const SCHEMA = "read_models";

/** Run in order of their names. Released migrations never change. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "0001-read-models": readModels,
  "0002-deposits-and-withdrawals": depositsAndWithdrawals,
  "0003-contracts": contracts,
  "0004-liquidated-accounts": liquidatedAccounts,
  "0006-mining": mining,
  "0007-second-contracts": secondContracts,
  "0008-leverage": leverage,
  "0009-conversions": conversions,
  "0010-referrals": referrals,
  "0011-corrections-and-settings": correctionsAndSettings,
  "0012-forced-fills": forcedFills,
  "0013-order-leverage": orderLeverage,
  "0014-order-lists": orderLists,
  "0015-day-sums": daySums,
  "0016-order-triggers": orderTriggers,
  "0017-oto-lists": otoLists,
  "0020-hedge-mode": hedgeMode,
  "0022-profit-and-loss": profitAndLoss,
  "0024-prevented-matches": preventedMatches,
  "0025-taker-volumes": takerVolumes,
  "0026-statistics-and-amendments": statisticsAndAmendments,
  "0027-answered-rates": answeredRates,
  "0028-market-trade-ids": marketTradeIds,
  "0029-modified-orders": modifiedOrders,
  "0030-deleveraged-positions": deleveragedPositions,
  "0031-largest-costs": largestCosts,
};

/** Returns Kysely's migrator over these migrations. Its methods return errors instead of throwing. */
export function migratorOf<T>(db: Kysely<T>): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...MIGRATIONS }) },
    migrationTableSchema: SCHEMA,
  });
}

/** Brings the schema up to date. Throws on failure. */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  if (await isUpToDate(db)) return;
  const { error } = await migratorOf(db).migrateToLatest();
  if (error !== undefined) throw error;
}

/**
 * Returns whether `migrate` has nothing to do, with two queries. The migrator reads every column of every table first.
 */
async function isUpToDate<T>(db: Kysely<T>): Promise<boolean> {
  const log = `${SCHEMA}.${DEFAULT_MIGRATION_TABLE}`;
  const { rows: found } = await sql<{ is: boolean }>`
    select to_regclass(${log}) is not null as "is"`.execute(db);
  if (found[0]?.is !== true) return false;
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(log)}`.execute(db);
  return (
    rows
      .map(({ name }) => name)
      .toSorted()
      .join() === Object.keys(MIGRATIONS).toSorted().join()
  );
}
