import { formatDecimal } from "@candor/money/decimal";
import type { Formats } from "@candor/ui/formats";
import type { WireOrder } from "@candor/wire/objects";
import type { Translate } from "../../../i18n/i18n.ts";
import type { ShownMarket } from "../../market/use-market.ts";
import { changeProblemOf } from "../../orders/change-problem.ts";
import { isLineAtTrigger, linePriceOf } from "../../orders/order-figures.ts";
import { actWords, STATUS_WORDS } from "../../orders/order-words.ts";
import { canDragLine, leftOf } from "../../orders/price-change.ts";
import type { ChangePrice } from "../../orders/use-order-changes.ts";
import type { DrawnOrder, LineMove } from "./drawn-line.ts";

/** What makes lines movable: their market's terms, and the action. */
export type Changes = Pick<ShownMarket, "terms" | "look"> & { readonly changePrice: ChangePrice };

interface Words {
  readonly t: Translate;
  readonly formats: Pick<Formats, "decimal">;
}

/**
 * Returns the lines of a market's orders. An order that waits is drawn at its trigger, or at its limit price if it waits
 * for another order only.
 * @param changes undefined if no line can be moved
 */
export function linesOf(
  orders: readonly WireOrder[],
  symbol: string,
  changes: Changes | undefined,
  { t, formats }: Words,
): readonly DrawnOrder[] {
  return orders.flatMap((order): DrawnOrder[] => {
    const price = linePriceOf(order);
    if (order.symbol !== symbol || price === null) return [];
    const isPending = order.status === "pending";
    const side = t(actWords(order));
    const amount = formats.decimal(order.quantity ?? order.quoteQuantity, { minDecimals: 0 });
    const label = `${side} ${amount} · ${formats.decimal(price)}`;
    const line = {
      orderId: order.orderId,
      side: order.side,
      price,
      label: isPending ? `${label} · ${t(STATUS_WORDS.pending)}` : label,
      ...(isPending && { isPending }),
    };
    if (changes === undefined || !canDragLine(order)) return [line];
    return [{ ...line, move: moveOf(order, orders, changes, { t, formats }) }];
  });
}

function moveOf(
  order: WireOrder,
  listed: readonly WireOrder[],
  { terms, look, changePrice }: Changes,
  words: Words,
): LineMove {
  const { t, formats } = words;
  const isAtTrigger = isLineAtTrigger(order);
  const field = isAtTrigger ? "stopPrice" : "price";
  const left = formatDecimal(leftOf(order, terms), look.baseScale, look.quantityDecimals);
  return {
    title: isAtTrigger ? "lines.moveTrigger" : "lines.changePrice",
    kind: "lines.order",
    subject: `${t(actWords(order))} ${formats.decimal(left, { minDecimals: 0 })} ${look.base}`,
    terms,
    factsAt: () => [],
    problemAt: (ticks) => changeProblemOf(order, { [field]: ticks }, terms, listed, words)?.text,
    send: (price) => changePrice(order, { [field]: price }),
  };
}
