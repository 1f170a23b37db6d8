import type { CallReply } from "@candor/wire/calls";

type Reply = Pick<CallReply<"getOrder">, "order" | "records">;

/** Refetch interval while in progress, because a dead socket may go unnoticed. */
const PENDING_REFETCH_MS = 5_000;
/** Refetch interval until the entries are complete: the read model usually follows within a second. */
const BEHIND_REFETCH_MS = 1_000;

/**
 * Returns the delay before refetching a deposit, withdrawal, transfer or conversion; false if it is finished and its
 * entries are complete.
 */
export function refetchAfterMs({ order, records }: Reply): number | false {
  const result = "result" in order ? order.result : "success";
  if (result === "in-progress") return PENDING_REFETCH_MS;
  const areBehind =
    records.some((record) => record.result === "in-progress") ||
    (result === "success" && records.length === 0);
  return areBehind ? BEHIND_REFETCH_MS : false;
}
