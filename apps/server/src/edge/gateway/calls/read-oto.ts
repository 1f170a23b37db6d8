import type { PlaceOto, SpotOrder } from "@candor/domain/commands/commands";
import type { SpotOrderRequest } from "@candor/wire/order-calls";
import { type FieldProblem, type Outcome, Rejected, rejectFields } from "@candor/wire/rejection";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { MAX_LIST_KEY_LENGTH } from "./read-order-fields.ts";
import { readSpotOrder } from "./read-spot-order.ts";

/** Suffixes of derived keys: of the first order and of those that wait for it. */
const SUFFIXES = [":w", ":1", ":2"] as const;

/**
 * Converts a limit order with pending orders. Rejects 100 for fields that do not go together and for prices off the
 * tick.
 */
export function readOto(request: SpotOrderRequest, userId: number, market: ListedMarket): Outcome<PlaceOto> {
  const { pending = [], listClientOrderId = "", replaces, requestedAtMs, ...alone } = request;
  const problems = keyProblems(request);
  if (request.type !== "limit") problems.push({ path: "type", reason: "conflict" });
  if (request.selfTrade === "decrement") problems.push({ path: "selfTrade", reason: "conflict" });
  if (replaces !== undefined) problems.push({ path: "replaces", reason: "conflict" });
  if (requestedAtMs !== undefined) problems.push({ path: "requestedAtMs", reason: "conflict" });
  if (problems.length > 0) return rejectFields("trade.invalidParameters", ...problems);
  const { symbol, selfTrade } = request;
  const requests = [alone, ...pending.map((order) => ({ symbol, selfTrade, ...order }))];
  const orders: SpotOrder[] = [];
  for (const [at, each] of requests.entries()) {
    const derived = listClientOrderId === "" ? {} : { clientOrderId: `${listClientOrderId}${SUFFIXES[at]}` };
    const command = readSpotOrder({ ...derived, ...withoutEmpty(each) }, userId, market);
    if (command instanceof Rejected) return at === 0 ? command : named(command, `pending.${at - 1}.`);
    if (command.kind !== "place-order" && command.kind !== "place-iceberg")
      throw new Error(`unexpected ${command.kind} in a list`);
    orders.push(command);
  }
  const [working, ...others] = orders;
  if (working === undefined) throw new Error("a list has no first order");
  const { marketId } = market;
  return { kind: "place-oto", userId, marketId, working, pending: others, key: listClientOrderId };
}

/** A field that is present but undefined would replace the derived one. */
function withoutEmpty({ clientOrderId, ...rest }: SpotOrderRequest): SpotOrderRequest {
  return clientOrderId === undefined ? rest : { clientOrderId, ...rest };
}

/** The rejection with the paths of the request's fields. */
function named(rejected: Rejected, prefix: string): Rejected {
  const fields = (rejected.fields ?? []).map(({ path, reason }) => ({ path: prefix + path, reason }));
  return fields.length === 0 ? rejected : rejectFields("trade.invalidParameters", ...fields);
}

/** All orders have keys of their own, or keys derived from the list's, or there are none. */
function keyProblems({ clientOrderId, listClientOrderId, pending = [] }: SpotOrderRequest): FieldProblem[] {
  const keys = [clientOrderId, ...pending.map((order) => order.clientOrderId)];
  if (keys.every((key) => key === undefined))
    return (listClientOrderId?.length ?? 0) > MAX_LIST_KEY_LENGTH
      ? [{ path: "listClientOrderId", reason: "range" }]
      : [];
  if (listClientOrderId === undefined) return [{ path: "listClientOrderId", reason: "missing" }];
  const missing = keys.indexOf(undefined);
  if (missing === 0) return [{ path: "clientOrderId", reason: "missing" }];
  if (missing > 0) return [{ path: `pending.${missing - 1}.clientOrderId`, reason: "missing" }];
  return new Set([listClientOrderId, ...keys]).size <= keys.length
    ? [{ path: "listClientOrderId", reason: "conflict" }]
    : [];
}
