import { formatDecimal } from "@candor/money/decimal";
import { KeyValue, type KeyValueLine } from "@candor/ui/card.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { ConfirmButton } from "../../shared/confirmation/confirm-button.tsx";
import type { Confirmed } from "../../shared/confirmation/trading-settings.ts";
import { type MarketTerms, priceText, shownDecimals } from "../market/market-terms.ts";
import { TYPE_WORDS } from "../orders/order-words.ts";
import { BeyondBookNotice } from "./beyond-book-notice.tsx";
import { useSubmitText } from "./submit-button.tsx";
import type { TicketState } from "./ticket.ts";
import type { TicketSummary } from "./ticket-summary.ts";

interface ConfirmOrderProps {
  readonly product: Extract<Confirmed, "spot" | "lever">;
  readonly ticket: TicketState;
  readonly terms: MarketTerms;
  readonly summary: TicketSummary;
  readonly isBusy: boolean;
  /** Further costs and risks. */
  readonly costs?: ReactNode;
  readonly onSend: () => void;
}

interface ConfirmOrderSheetProps extends ConfirmOrderProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Cost and proceeds of a spot or margin order, shown before it is sent. */
export function ConfirmOrderSheet({ open, onClose, ...props }: ConfirmOrderSheetProps) {
  const words = useSubmitText(props);
  return (
    <Sheet open={open} onOpenChange={(next) => !next && onClose()} title={words}>
      <Confirmation {...props} words={words} />
    </Sheet>
  );
}

function Confirmation(props: ConfirmOrderProps & { readonly words: string }) {
  const { product, ticket, summary, isBusy, costs, onSend, words } = props;
  return (
    <div className="stack-4" translate="no">
      <KeyValue lines={useLines(props)} />
      <BeyondBookNotice shown={summary.isBeyondBook} />
      {costs}
      <ConfirmButton
        of={product}
        tone={ticket.side}
        busy={isBusy}
        disabled={summary.payload === undefined || summary.affordable === false}
        onSend={onSend}
      >
        {words}
      </ConfirmButton>
    </div>
  );
}

/** What the call will contain, and what comes of it. */
function useLines({ ticket, terms, summary }: ConfirmOrderProps): readonly KeyValueLine[] {
  const t = useT();
  const { base, quote, scale } = terms;
  const { payload = {}, exits } = summary;
  const text = (field: string): string | null => {
    const value = payload[field];
    return typeof value === "string" ? value : null;
  };
  const price = (key: string, label: string, value: string | null): readonly KeyValueLine[] =>
    value === null ? [] : [{ key, label, value: <FinancialText value={value} asset={quote} /> }];
  const amountOf = (key: string, label: string, value: string | null): readonly KeyValueLine[] =>
    value === null
      ? []
      : [{ key, label, value: <FinancialText value={value} asset={base} minDecimals={0} /> }];
  const isQuote = summary.receives === "quote";
  const received = (units: number | undefined) => {
    const decimals = isQuote ? scale.quoteScale : scale.baseScale;
    return (
      <FinancialText
        value={units === undefined ? null : formatDecimal(units, decimals)}
        asset={isQuote ? quote : base}
        minDecimals={isQuote ? shownDecimals(decimals) : 0}
      />
    );
  };
  const isInQuote = text("quoteQuantity") !== null;
  return [
    { key: "type", label: t("trade.orderType"), value: t(TYPE_WORDS[summary.type]) },
    ...price("trigger", t("trade.trigger"), text("stopPrice")),
    ...price("price", t("trade.price"), text("price")),
    {
      key: "amount",
      label: t("trade.amount"),
      value: (
        <FinancialText
          value={text("quoteQuantity") ?? text("quantity")}
          asset={isInQuote ? quote : base}
          minDecimals={0}
        />
      ),
    },
    ...price(
      "average",
      t("trade.averageAbout"),
      summary.averageTicks === undefined ? null : priceText(summary.averageTicks, terms),
    ),
    ...amountOf("visible", t("trade.visible"), text("visibleQuantity")),
    ...(exits === undefined ? [] : price("profit", t("contract.takeProfit"), ticket.takeProfit || null)),
    ...(exits === undefined ? [] : price("loss", t("contract.stopLoss"), ticket.stopLoss || null)),
    { key: "fee", label: t("trade.fee"), value: received(summary.feeUnits) },
    {
      key: "receive",
      label: t(summary.isReceiveExact ? "trade.receiveAtLeast" : "trade.receiveAbout"),
      value: received(summary.receiveUnits),
      total: true,
    },
  ];
}
