import type { Side } from "@candor/protocol/enumerations";
import type { WireOrder } from "@candor/protocol/wire/objects";
import { Badge } from "@candor/ui/badge.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { ReactNode } from "react";
import { useT } from "../../../i18n/use-t.ts";
import type { MarketLook } from "../market/market-look.ts";
import { REASON_WORDS, STATUS_WORDS, TYPE_WORDS } from "./order-words.ts";

/** "Buy" in its colour. */
export function SideText({ side }: { readonly side: Side }) {
  const t = useT();
  return (
    <span className={side === "buy" ? "up med" : "down med"}>
      {t(side === "buy" ? "trade.buy" : "trade.sell")}
    </span>
  );
}

/** "Limit", or "Trailing stop 1%". */
export function useTypeText(): (order: Pick<WireOrder, "type" | "trailingRate">) => string {
  const t = useT();
  const formats = useFormats();
  return ({ type, trailingRate }) =>
    trailingRate === null ? t(TYPE_WORDS[type]) : `${t(TYPE_WORDS[type])} ${formats.rate(trailingRate)}`;
}

interface FilledTextProps {
  readonly order: Pick<WireOrder, "quantity" | "quoteQuantity" | "executedQuantity" | "executedQuote">;
  readonly look: MarketLook | undefined;
}

/** What has been executed of what: in the quote coin when that is what the order was given in. */
export function FilledText({ order, look }: FilledTextProps) {
  const isInQuote = order.quantity === null;
  return (
    <span className="n">
      <FinancialText value={isInQuote ? order.executedQuote : order.executedQuantity} minDecimals={0} /> /{" "}
      <FinancialText
        value={order.quantity ?? order.quoteQuantity}
        minDecimals={0}
        {...(isInQuote && look && { asset: look.quote })}
      />
    </span>
  );
}

/** "Buy · Limit" */
export function SideBadge({ side, children }: { readonly side: Side; readonly children: ReactNode }) {
  const t = useT();
  return (
    <Badge tone={side === "buy" ? "up" : "down"}>
      {t(side === "buy" ? "trade.buy" : "trade.sell")} · {children}
    </Badge>
  );
}

/** "Expired · more than 5% from the index" */
export function StatusText({ order }: { readonly order: Pick<WireOrder, "status" | "reason"> }) {
  const t = useT();
  const reason = order.reason === null ? undefined : REASON_WORDS[order.reason];
  return (
    <span>
      {t(STATUS_WORDS[order.status])}
      {reason !== undefined && <span className="muted"> · {t(reason)}</span>}
    </span>
  );
}
