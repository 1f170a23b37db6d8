import { Badge } from "@candor/ui/badge.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireOrder } from "@candor/wire/objects";
import { type ReactNode, useCallback } from "react";
import { useT } from "../../i18n/use-t.ts";
import type { MarketFormat } from "../market/market-format.ts";
import { endedAtMs, isOcoLeg, placedTriggerOf, triggerOf } from "./order-figures.ts";
import { actWords, reasonOf, STATUS_WORDS, TYPE_WORDS } from "./order-words.ts";

type Sided = Pick<WireOrder, "side" | "positionSide">;

/** "Buy", or "Open long" in hedge mode, in the side's color. */
export function SideText({ of }: { readonly of: Sided }) {
  const t = useT();
  return <span className={of.side === "buy" ? "up med" : "down med"}>{t(actWords(of))}</span>;
}

/**
 * "Limit", "Trailing stop 1%", "OCO · Limit" for one of two orders that cancel each other, or "Iceberg · Limit". An order
 * that is not in the book before another one fills says so: "Limit · Waiting for first order". By default, one of two
 * that waited for another order is not known to be.
 */
export function useTypeText(): (order: WireOrder, isLeg?: boolean) => string {
  const t = useT();
  const formats = useFormats();
  return useCallback(
    (order, isLeg = isOcoLeg(order)) => {
      const { type, trailingRate, visibleQuantity, status } = order;
      return (
        (isLeg ? `${t(TYPE_WORDS.oco)} · ` : "") +
        (visibleQuantity === undefined ? "" : `${t("trade.iceberg")} · `) +
        t(TYPE_WORDS[type]) +
        (trailingRate === null ? "" : ` ${formats.rate(trailingRate)}`) +
        (status === "pending" ? ` · ${t(STATUS_WORDS.pending)}` : "")
      );
    },
    [t, formats],
  );
}

interface FilledTextProps {
  readonly order: Pick<WireOrder, "quantity" | "quoteQuantity" | "executedQuantity" | "executedQuote">;
  readonly look: MarketFormat | undefined;
}

/** Executed and total amount; in the quote coin if the order was placed in it. */
export function FilledText({ order, look }: FilledTextProps) {
  const isInQuote = order.quantity === null;
  return (
    <span className="n" translate="no">
      <FinancialText value={isInQuote ? order.executedQuote : order.executedQuantity} minDecimals={0} /> /{" "}
      <FinancialText
        value={order.quantity ?? order.quoteQuantity}
        minDecimals={0}
        {...(isInQuote && look && { asset: look.quote })}
      />
    </span>
  );
}

interface BoundTextProps {
  readonly words: "trade.atMost" | "trade.atLeast";
  /** Undefined if the order has none. */
  readonly amount: string | undefined;
}

/** "≤ 0.1" or "≥ 0.1" */
export function BoundText({ words, amount }: BoundTextProps) {
  const t = useT();
  const formats = useFormats();
  if (amount === undefined) return <>–</>;
  return (
    <span className="n" translate="no">
      {t(words, { amount: formats.decimal(amount, { minDecimals: 0 }) })}
    </span>
  );
}

/** "Buy · Limit", or "Open long · Limit" in hedge mode. */
export function SideBadge({ of, children }: { readonly of: Sided; readonly children: ReactNode }) {
  const t = useT();
  return (
    <Badge tone={of.side === "buy" ? "up" : "down"}>
      {t(actWords(of))} · {children}
    </Badge>
  );
}

interface StatusTextProps {
  readonly order: Pick<WireOrder, "status" | "reason" | "type" | "stopPrice" | "createdAtMs" | "updatedAtMs">;
  /** A cancel reason specific to the product. */
  readonly children?: ReactNode;
}

/** "Expired · more than 5% from the index", plus the time: lists are sorted by creation time. */
export function StatusText({ order, children }: StatusTextProps) {
  const t = useT();
  const known = reasonOf(order);
  const reason = known === undefined ? children : t(known);
  const ended = endedAtMs(order);
  return (
    <>
      <span>
        {t(STATUS_WORDS[order.status])}
        {reason !== undefined && reason !== false && <span className="muted"> · {reason}</span>}
      </span>
      {ended !== undefined && (
        <div>
          <ShortDateText timeMs={ended} />
        </div>
      )}
    </>
  );
}

/** "14:03:07" */
export function TimeText({ timeMs }: { readonly timeMs: number }) {
  const formats = useFormats();
  return (
    <span className="n muted" translate="no">
      {formats.date(timeMs, "time-seconds")}
    </span>
  );
}

/** Full date and time, for tables. */
export function DateText({ timeMs }: { readonly timeMs: number }) {
  const formats = useFormats();
  return (
    <span className="n muted" translate="no">
      {formats.date(timeMs, "full")}
    </span>
  );
}

/** Day and time, for cards. */
export function ShortDateText({ timeMs }: { readonly timeMs: number }) {
  const formats = useFormats();
  return (
    <span className="small muted n" translate="no">
      {formats.date(timeMs, "day-time")}
    </span>
  );
}

/** The limit price, or "Market". */
export function PriceText({ order }: { readonly order: Pick<WireOrder, "price"> }) {
  const t = useT();
  return order.price === null ? <>{t("trade.typeMarket")}</> : <FinancialText value={order.price} />;
}

interface ConditionProps {
  readonly trigger: ReturnType<typeof triggerOf>;
  readonly children?: ReactNode;
}

/** "≤ 2,900.00", or nothing. */
function ConditionText({ trigger, children }: ConditionProps) {
  const t = useT();
  const formats = useFormats();
  if (trigger === undefined) return <>–</>;
  const price = formats.decimal(trigger.price);
  return (
    <span className="n" translate="no">
      {t(trigger.isAbove ? "trade.triggerAbove" : "trade.triggerBelow", { price })}
      {children}
    </span>
  );
}

interface TriggerTextProps {
  readonly order: WireOrder;
  readonly children?: ReactNode;
}

/** What an order waits for. */
export const TriggerText = ({ order, children }: TriggerTextProps) => (
  <ConditionText trigger={triggerOf(order)}>{children}</ConditionText>
);

/** What an order waited for, also when it is over. */
export const PlacedTriggerText = ({ order }: Pick<TriggerTextProps, "order">) => (
  <ConditionText trigger={placedTriggerOf(order)} />
);
