import type { InboxPage } from "@candor/wire/console/chat";
import type { ConsoleOperator } from "@candor/wire/console/console-operator";
import type { WithdrawalQueue } from "@candor/wire/console/withdrawal-queue";
import { useConsoleQuery, useReadCommand } from "../api/use-console.ts";

const EVERY_MS = 15_000;

/** Number of pending items per page, limited to what the operator may see. */
export function useWaiting({ calls, commands }: ConsoleOperator): Readonly<Record<string, number>> {
  const may = (command: string) => ({ everyMs: EVERY_MS, enabled: commands.includes(command) });
  const queue = { everyMs: EVERY_MS, enabled: calls.includes("withdrawal-queue") };
  const withdrawals = useConsoleQuery<WithdrawalQueue>("withdrawal-queue", { limit: 0 }, queue);
  const verifications = useReadCommand({ command: "verification list", flags: [] }, may("verification list"));
  const talks = useConsoleQuery<InboxPage>(
    "inbox",
    { limit: 0 },
    { everyMs: EVERY_MS, enabled: calls.includes("inbox") },
  );
  const proposals = useReadCommand({ command: "proposal list" }, may("proposal list"));
  return {
    withdrawals: withdrawals.data?.byOperator ?? 0,
    verification: verifications.data?.rows.length ?? 0,
    inbox: talks.data?.waiting ?? 0,
    corrections: proposals.data?.rows.filter(({ state }) => state === "waits").length ?? 0,
  };
}
