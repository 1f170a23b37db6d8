import type { Dashboard, PublishedLiabilities } from "@candor/wire/console/dashboard";
import { z } from "zod";
import type { PublishedTree } from "../../../custody/liabilities/published-tree.ts";
import { ALARM_KINDS } from "../../../operators/alarms/alarm-kinds.ts";
import type { Role } from "../../../operators/protocol/roles.ts";
import { consoleCall } from "../console-call.ts";
import type { ConsoleExchange } from "../console-ports.ts";
import { healthLines } from "../health-lines.ts";
import { poolLines, solvencyLines } from "../solvency-lines.ts";

const READERS: readonly Role[] = ["owner", "risk", "finance"];
/** Timeout for chains and signer, which must not block the page. */
const ANSWER_MS = 3_000;

export const dashboardCalls = {
  dashboard: consoleCall({
    roles: READERS,
    input: z.strictObject({}),
    handle: (_input, { ports: { exchange } }) => dashboardOf(exchange),
  }),
} as const;

/** Returns all figures of the first page. */
export async function dashboardOf(exchange: ConsoleExchange): Promise<Dashboard> {
  const { engine, identity, site, verification, withdrawals } = exchange;
  // Measured first, so that chains and signer do not add to the engine's time.
  const askedAtMs = performance.now();
  const view = await engine.exchangeView();
  const engineMs = performance.now() - askedAtMs;
  const [solvency, options, mining, custody, signer, gas] = await Promise.all([
    engine.solvencyView(),
    engine.optionsView(),
    engine.miningView(),
    within(exchange.chains.custody()),
    within(exchange.signer()),
    within(exchange.chains.gas()),
  ]);
  const waiting = withdrawals.waiting();
  return {
    asOfSeq: solvency.asOfSeq,
    siteOpen: site.current().open,
    alarms: exchange.alarms.raised().map((alarm) => ({ ...alarm, title: ALARM_KINDS[alarm.name].title })),
    users: identity.userCount,
    health: healthLines(exchange, view, engineMs, signer, gas),
    solvency: solvencyLines(exchange.listings, solvency, options, mining, custody),
    pools: poolLines(exchange.listings, view, solvency, options, mining),
    liabilities: publishedLiabilities(exchange.liabilities.newest),
    nextLiabilitiesAtMs: exchange.liabilities.nextAtMs,
    waiting: {
      withdrawals: waiting.byOperator,
      oldestWithdrawalMs: waiting.oldestAtMs === null ? null : exchange.nowMs() - waiting.oldestAtMs,
      verifications: verification.list("pending").length,
    },
  };
}

function publishedLiabilities(tree: PublishedTree | undefined): PublishedLiabilities | null {
  if (tree === undefined) return null;
  const { treeId, atSeq, atMs, rootHash, leaves, users, totals } = tree;
  return { treeId, atSeq, atMs, rootHash, leaves, users, totals };
}

/** Returns undefined on timeout or failure; the page then shows the value as unknown. */
async function within<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ANSWER_MS);
  });
  try {
    return await Promise.race([answer.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
