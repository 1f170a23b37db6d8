import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { type MarketTerms, priceText } from "../market/market-terms.ts";
import { problemText } from "./problem-text.ts";
import type { TicketState } from "./ticket.ts";
import type { MarketNow } from "./ticket-prices.ts";
import type { TicketProblem } from "./ticket-problems.ts";
import { hasLimitPrice, type TicketAction, type TicketField } from "./ticket-state.ts";

export interface FieldFormat {
  readonly placeholder?: string;
  readonly step?: string;
  readonly stepFrom?: string;
  readonly decimals: number;
  readonly counts: string;
}

export interface PriceFieldsProps {
  readonly ticket: TicketState;
  readonly dispatch: (action: Extract<TicketAction, { kind: "type-in" }>) => void;
  readonly terms: MarketTerms;
  readonly now: MarketNow;
  readonly problemOf: (field: TicketField) => TicketProblem | undefined;
  readonly onTouch: (field: TicketField) => void;
  /** Texts for problems; default: those of the spot ticket. */
  readonly textOf?: (problem: TicketProblem | undefined) => string | undefined;
  /** Below the trigger. */
  readonly triggerNote?: ReactNode;
}

type RenderField = (name: TicketField, label: string, looks: FieldFormat, trailing?: ReactNode) => ReactNode;

/** Returns a function that renders one ticket field with its problem. */
export function useTicketField({
  ticket,
  dispatch,
  terms,
  problemOf,
  onTouch,
  textOf,
}: Omit<PriceFieldsProps, "now">): RenderField {
  const t = useT();
  const formats = useFormats();
  const spotText = (problem: TicketProblem | undefined) => problemText(problem, t, formats);
  return (name, label, looks, trailing) => (
    <DecimalInput
      key={name}
      name={name}
      label={label}
      value={ticket[name]}
      onValueChange={(text) => dispatch({ kind: "type-in", field: name, text, terms })}
      {...looks}
      error={(textOf ?? spotText)(problemOf(name))}
      onBlur={() => onTouch(name)}
      trailing={trailing}
    />
  );
}

/** Formatting and steps of a price field; an empty field starts from the last price. */
export const priceFormat = (terms: MarketTerms, now: MarketNow): FieldFormat => ({
  step: priceText(1, terms),
  stepFrom: now.lastTicks === undefined ? "0" : priceText(now.lastTicks, terms),
  decimals: terms.scale.priceDecimals,
  counts: terms.quote,
});

/** Price fields of the order type: trigger, limit, distance. */
export function PriceFields(props: PriceFieldsProps) {
  const { ticket, terms, now } = props;
  const t = useT();
  const { quote } = terms;
  const { type } = ticket;
  const price = priceFormat(terms, now);
  const optional: FieldFormat = { ...price, placeholder: t("trade.optional") };
  const field = useTicketField(props);
  const limit =
    hasLimitPrice(type) &&
    field("price", t(type === "limit" ? "trade.priceIn" : "trade.limitPriceIn", { coin: quote }), price);
  // An OCO's limit leg comes first, so that the trigger stays next to the price of the order it sends.
  return (
    <>
      {type === "oco" && limit}
      {type !== "limit" &&
        type !== "market" &&
        type !== "trailing-stop" &&
        field("stopPrice", t("trade.triggerIn", { coin: quote }), price)}
      {props.triggerNote}
      {type !== "oco" && limit}
      {type === "oco" && field("stopLimitPrice", t("trade.stopLimitPriceIn", { coin: quote }), optional)}
      {type === "trailing-stop" &&
        field("trailingPercent", t("trade.distance"), { step: "0.1", decimals: 1, counts: "%" })}
      {type === "trailing-stop" && field("stopPrice", t("trade.activationIn", { coin: quote }), optional)}
      {type === "market" && <MarketPriceField />}
    </>
  );
}

/** Placeholder for the price field: a market order takes the best price. */
function MarketPriceField() {
  const t = useT();
  return (
    <div className="inp two is-dis">
      <span className="lab">{t("trade.price")}</span>
      <span className="val muted">{t("trade.atMarket")}</span>
    </div>
  );
}
