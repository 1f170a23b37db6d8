import { multiplyDivideFloor } from "@candor/money/integer";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import type { Formats } from "@candor/ui/formats";
import { SwapIcon } from "@candor/ui/icons.tsx";
import { Select } from "@candor/ui/select.tsx";
import { Slider } from "@candor/ui/slider.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { ReactNode } from "react";
import type { Translate } from "../../../i18n/i18n.ts";
import type { MessageKey } from "../../../i18n/message-keys.ts";
import { useT } from "../../../i18n/use-t.ts";
import { priceText, quantityText } from "../market/market-terms.ts";
import { FORCE_WORDS } from "../orders/order-words.ts";
import type { TicketFormProps } from "./ticket-form.tsx";
import type { TicketProblem } from "./ticket-problems.ts";
import { allowedTimes, amountUnit, hasLimitPrice, type TicketField } from "./ticket-state.ts";

export interface TicketFieldsProps extends TicketFormProps {
  readonly problemOf: (field: TicketField) => TicketProblem | undefined;
  readonly onTouch: (field: TicketField) => void;
}

interface FieldLooks {
  readonly placeholder?: string;
  readonly step?: string;
  readonly stepFrom?: string;
  readonly decimals: number;
}

/** The figures that the type asks for, top to bottom as they are thought of: prices, amount, share, total. */
export function TicketFields(props: TicketFieldsProps) {
  const { ticket, dispatch, terms, problemOf, onTouch, now } = props;
  const t = useT();
  const formats = useFormats();
  const { scale, quote, base } = terms;
  const { type } = ticket;
  const unit = amountUnit(ticket);
  const price: FieldLooks = {
    step: priceText(1, terms),
    stepFrom: now.lastTicks === undefined ? "0" : priceText(now.lastTicks, terms),
    decimals: scale.priceDecimals,
  };
  const optional: FieldLooks = { ...price, placeholder: t("trade.optional") };
  const field = (name: TicketField, label: string, looks: FieldLooks, trailing?: ReactNode) => (
    <DecimalInput
      key={name}
      name={name}
      label={label}
      value={ticket[name]}
      onValueChange={(text) => dispatch({ kind: "type-in", field: name, text, terms })}
      {...looks}
      error={problemText(problemOf(name), t, formats)}
      onBlur={() => onTouch(name)}
      trailing={trailing}
    />
  );
  const lot = quantityText(1, terms);
  // Beside the button that changes the coin there is no room to step.
  const amount: FieldLooks = {
    decimals: scale.quantityDecimals,
    ...(type !== "market" && { step: lot, stepFrom: lot }),
  };
  return (
    <>
      {type !== "limit" &&
        type !== "market" &&
        type !== "trailing-stop" &&
        field("stopPrice", t("trade.triggerIn", { coin: quote }), price)}
      {hasLimitPrice(type) &&
        field("price", t(type === "limit" ? "trade.priceIn" : "trade.limitPriceIn", { coin: quote }), price)}
      {type === "oco" && field("stopLimitPrice", t("trade.stopLimitPriceIn", { coin: quote }), optional)}
      {type === "trailing-stop" &&
        field("trailingPercent", t("trade.distance"), { step: "0.1", decimals: 1 })}
      {type === "trailing-stop" && field("stopPrice", t("trade.activationIn", { coin: quote }), optional)}
      {type === "market" && <MarketPriceField />}
      {unit === "base"
        ? field("quantity", t("trade.amountIn", { coin: base }), amount, <UnitButton {...props} />)
        : field(
            "total",
            t("trade.amountIn", { coin: quote }),
            { decimals: scale.quoteScale },
            <UnitButton {...props} />,
          )}
      <ShareSlider {...props} />
      {hasLimitPrice(type) &&
        field("total", t("trade.totalIn", { coin: quote }), { decimals: scale.quoteScale })}
      <TimeInForceChoice {...props} />
    </>
  );
}

/** Keeps the place of the price: a market order takes the best there is. */
function MarketPriceField() {
  const t = useT();
  return (
    <div className="inp two is-dis">
      <span className="lab">{t("trade.price")}</span>
      <span className="val muted">{t("trade.atMarket")}</span>
    </div>
  );
}

/** A market order's amount may be given in either coin. */
function UnitButton({ ticket, dispatch, terms }: TicketFieldsProps) {
  const t = useT();
  if (ticket.type !== "market") return null;
  const next = amountUnit(ticket) === "base" ? "quote" : "base";
  const [shown, coin] = next === "base" ? [terms.quote, terms.base] : [terms.base, terms.quote];
  return (
    <button
      type="button"
      className="unit-button small med"
      aria-label={`${shown}: ${t("trade.giveAmountIn", { coin })}`}
      title={t("trade.giveAmountIn", { coin })}
      onClick={() => dispatch({ kind: "unit", unit: next })}
    >
      {shown}
      <SwapIcon size="s" />
    </button>
  );
}

/** How much of what is free; follows typed amounts. */
function ShareSlider({ ticket, summary, dispatch, terms, now, availableUnits }: TicketFieldsProps) {
  const t = useT();
  const { paysUnits } = summary;
  const typed =
    paysUnits === undefined || availableUnits === undefined || availableUnits === 0
      ? 0
      : Math.min(100, multiplyDivideFloor(paysUnits, 100, availableUnits));
  return (
    <Slider
      label={t("trade.shareOfBalance")}
      value={ticket.percent ?? typed}
      disabled={availableUnits === undefined || availableUnits === 0}
      onValueChange={(percent) =>
        dispatch({ kind: "percent", percent, terms, availableUnits: availableUnits ?? 0, now })
      }
    />
  );
}

function TimeInForceChoice({ ticket, dispatch }: TicketFieldsProps) {
  const t = useT();
  const allowed = allowedTimes(ticket.type);
  if (allowed.length === 1) return null;
  return (
    <div className="ticket-force">
      <Select
        label={t("trade.timeInForce")}
        value={ticket.timeInForce}
        onValueChange={(timeInForce) => dispatch({ kind: "time-in-force", timeInForce })}
        choices={allowed.map((value) => ({ value, label: t(FORCE_WORDS[value]) }))}
      />
    </div>
  );
}

const PROBLEM_WORDS: Readonly<Record<TicketProblem["reason"], MessageKey>> = {
  empty: "trade.problemEmpty",
  tick: "trade.problemTick",
  lot: "trade.problemLot",
  minimum: "trade.problemMinimum",
  maximum: "trade.problemMaximum",
  range: "trade.problemRange",
  band: "trade.problemBand",
  "trigger-above": "trade.problemTriggerAbove",
  "trigger-below": "trade.problemTriggerBelow",
  "limit-above": "trade.problemLimitAbove",
  "limit-below": "trade.problemLimitBelow",
};

function problemText(problem: TicketProblem | undefined, t: Translate, formats: Formats): string | undefined {
  if (problem === undefined) return undefined;
  return t(PROBLEM_WORDS[problem.reason], {
    bound: formats.decimal(problem.bound),
    upper: formats.decimal(problem.upper),
    coin: problem.coin ?? "",
  });
}
