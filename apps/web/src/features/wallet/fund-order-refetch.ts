import type { CallReply } from "@candor/wire/calls";

type Reply = Pick<CallReply<"getOrder">, "order" | "records">;

/** While it is in progress it is fetched again: a socket may be gone without saying so. */
const PENDING_REFETCH_MS = 5_000;
/** While its entries are behind it: the server reads them from tables that follow the exchange, usually within a second. */
const BEHIND_REFETCH_MS = 1_000;

/** When to fetch a deposit, withdrawal, transfer or conversion again; false: it is over and its entries are complete. */
export function refetchAfterMs({ order, records }: Reply): number | false {
  const result = "result" in order ? order.result : "success";
  if (result === "in-progress") return PENDING_REFETCH_MS;
  const areBehind =
    records.some((record) => record.result === "in-progress") ||
    (result === "success" && records.length === 0);
  return areBehind ? BEHIND_REFETCH_MS : false;
}
