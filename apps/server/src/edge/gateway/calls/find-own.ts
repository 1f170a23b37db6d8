import { optionNumberOf } from "@candor/domain/fund-ids";
import type { CallReply } from "@candor/wire/calls";
import { toWireOption } from "../../../market/wire-objects/option.ts";
import { toWireOrder } from "../../../market/wire-objects/order.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { MIN_SEQ_WAIT_MS } from "./min-seq-wait.ts";
import { findMoneyOrder } from "./money-order.ts";

type Found = CallReply<"findOwn">["list"];

const ORDER_NUMBER = /^[1-9][0-9]{0,15}$/;
const MONEY_KINDS = ["deposit", "withdrawal", "transfer", "convert"] as const;

/**
 * Returns everything of the caller with this number: orders, timed options and wallet movements are numbered
 * separately.
 */
export function findOwn(
  ports: Ports<"engine" | "funding" | "listings" | "mirror" | "readModels">,
): CallHandler<"findOwn"> {
  const { engine, readModels } = ports;
  return async ({ id }, context) => {
    const userId = userOf(context);
    const asOfSeq = await readModels.waitFor(engine.durableSeq, MIN_SEQ_WAIT_MS);
    const [order, option, money] = await Promise.all([
      orderOf(ports, userId, id),
      optionOf(ports, userId, id),
      moneyOf(ports, userId, id),
    ]);
    return { list: [...order, ...option, ...money], asOfSeq };
  };
}

async function orderOf(
  { listings, readModels }: Ports<"listings" | "readModels">,
  userId: number,
  id: string,
): Promise<Found> {
  const orderId = Number(id);
  if (!ORDER_NUMBER.test(id) || !Number.isSafeInteger(orderId)) return [];
  const marketId = await readModels.marketOfOrder(userId, orderId);
  if (marketId === undefined) return [];
  const order =
    (await readModels.ownOrder(userId, marketId, { orderId })) ??
    (await readModels.ownOrder(userId, marketId, { orderId, isLever: true }));
  return order === undefined
    ? []
    : [{ kind: "order", order: toWireOrder(order, listings.market(marketId), null) }];
}

async function optionOf(
  { listings, mirror, readModels }: Ports<"listings" | "mirror" | "readModels">,
  userId: number,
  id: string,
): Promise<Found> {
  const number = optionNumberOf(id);
  const option = number === undefined ? undefined : await readModels.optionOf(userId, number);
  if (option === undefined) return [];
  const indexE8 = mirror.market(option.marketId)?.indexE8 ?? 0;
  return [{ kind: "option", option: toWireOption(option, listings.market(option.marketId), indexE8) }];
}

async function moneyOf(
  ports: Ports<"engine" | "funding" | "listings" | "readModels">,
  userId: number,
  id: string,
): Promise<Found> {
  const found = await Promise.all(
    MONEY_KINDS.map(async (kind) => ({
      kind,
      found: await findMoneyOrder(ports, userId, { kind, id }),
    })),
  );
  return found.flatMap(({ kind, found: money }) =>
    money === undefined ? [] : [{ kind, id, createdAtMs: money.order.createdAtMs }],
  );
}
