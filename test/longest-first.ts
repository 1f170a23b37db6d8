import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Slow test files, longest first. A fresh checkout has no timings of earlier runs, and a long file that starts last
 * keeps one worker busy while the others are idle.
 */
const LONG = [
  "test/chain/withdrawal-kill.test.ts",
  "test/chain/embedded-kill.test.ts",
  "test/projections/database.test.ts",
  "test/server/money-flow.test.ts",
  "test/projections/kill.test.ts",
  "test/crash/kill.test.ts",
  "test/server/server.test.ts",
  "test/projections/funds.test.ts",
  "test/projections/rebuild.test.ts",
  "test/crash/torn-tail.test.ts",
  "test/property/core.test.ts",
  "test/feeds/charts-in-sql.test.ts",
  "test/server/documents.test.ts",
  "test/chain/reconciliation.test.ts",
  "test/scenario/contract-crash.test.ts",
  "test/projections/projector.test.ts",
  "test/chain/reorganisations.test.ts",
  "test/chain/unreliable-nodes.test.ts",
  "test/projections/contracts.test.ts",
  "test/server/secrets-in-log.test.ts",
  "test/chain/withdrawals.test.ts",
  "test/projections/plans.test.ts",
  "test/projections/referrals.test.ts",
  "test/wire/auth-flood.test.ts",
  "test/projections/lists.test.ts",
  "test/identity/operator.test.ts",
  "test/identity/durability.test.ts",
  "test/browser/shell-quality.test.ts",
  "test/browser/contract.test.ts",
  "test/browser/trade-quality.test.ts",
  "test/browser/trading.test.ts",
  "test/browser/content.test.ts",
  "test/browser/console.test.ts",
  "test/browser/liabilities.test.ts",
  "test/browser/records.test.ts",
  "test/browser/options.test.ts",
  "test/browser/leverage.test.ts",
  "test/browser/mining.test.ts",
  "test/browser/site.test.ts",
  "test/browser/support.test.ts",
  "test/browser/contract-states.test.ts",
  "test/browser/convert.test.ts",
  "test/browser/team.test.ts",
  // Files that share a quiet server come last; the server starts with the first of them.
  "test/browser/route-states.test.ts",
  "test/browser/shell.test.ts",
  "test/browser/numbers.test.ts",
  "test/browser/wallet-quality.test.ts",
  "test/browser/security-centre.test.ts",
  "test/browser/reach.test.ts",
  "test/browser/large-letters.test.ts",
  "test/browser/people.test.ts",
  "test/browser/many-rows.test.ts",
  "test/browser/wallet.test.ts",
  "test/browser/withdrawal-factor.test.ts",
  "test/browser/verification.test.ts",
  "test/browser/feel.test.ts",
  "test/browser/older-browsers.test.ts",
];
const ROOT = path.resolve(import.meta.dirname, "..");

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // Projects run one after another.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((own) =>
      sorted.filter(({ project }) => project === own).toSorted((one, other) => place(one) - place(other)),
    );
  }
}

function place({ moduleId }: TestSpecification): number {
  const index = LONG.indexOf(path.relative(ROOT, moduleId));
  return index === -1 ? LONG.length : index;
}
