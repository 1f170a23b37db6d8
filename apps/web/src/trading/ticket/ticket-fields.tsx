import { triggersUpward } from "@candor/domain/order-types";
import { multiplyDivideFloor } from "@candor/money/integer";
import { SwapIcon } from "@candor/ui/icons.tsx";
import { Slider } from "@candor/ui/slider.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useTradingSettings } from "../../shared/confirmation/trading-settings.ts";
import { quantityText } from "../market/market-terms.ts";
import { TYPE_WORDS } from "../orders/order-words.ts";
import { ExitBox, ExitFields } from "./exit-fields.tsx";
import { IcebergBox, IcebergField } from "./iceberg-field.tsx";
import { type FieldFormat, PriceFields, useTicketField } from "./price-fields.tsx";
import { isFixedTrigger, referenceTicks } from "./ticket-prices.ts";
import type { TicketFieldsProps } from "./ticket-props.ts";
import { amountUnit, canBeIceberg, hasLimitPrice } from "./ticket-state.ts";
import { TimeInForceChoice } from "./time-in-force-choice.tsx";

/** Fields of the order type, top to bottom: prices, amount, percentage, total. */
export function TicketFields(props: TicketFieldsProps) {
  const { ticket, dispatch, terms } = props;
  const t = useT();
  const { scale, quote, base } = terms;
  const field = useTicketField(props);
  const lot = quantityText(1, terms);
  // The unit button leaves no space for step buttons.
  const amount: FieldFormat = {
    decimals: scale.quantityDecimals,
    counts: base,
    ...(hasLimitPrice(ticket.type) && { step: lot, stepFrom: lot }),
  };
  const money: FieldFormat = { decimals: scale.quoteScale, counts: quote };
  const canHide = props.isSpot === true && canBeIceberg(ticket);
  const canExit = props.isSpot === true && ticket.type === "limit";
  return (
    <>
      <PriceFields {...props} triggerNote={<TriggerNote {...props} />} />
      {amountUnit(ticket) === "base"
        ? field("quantity", t("trade.amountIn", { coin: base }), amount, <UnitButton {...props} />)
        : field("total", t("trade.moneyIn", { coin: quote }), money, <UnitButton {...props} />)}
      {amountUnit(ticket) === "quote" && <LotsNote {...props} />}
      <ShareSlider {...props} />
      {hasLimitPrice(ticket.type) &&
        field(
          "total",
          t(ticket.type === "oco" ? "trade.totalAtLimit" : "trade.totalIn", { coin: quote }),
          money,
        )}
      {(canExit || canHide) && (
        <div className="row wrap">
          {canExit && <ExitBox {...props} />}
          {canHide && <IcebergBox {...props} />}
        </div>
      )}
      {canExit && ticket.hasExits && <ExitFields {...props} />}
      <TimeInForceChoice
        type={ticket.type}
        value={ticket.timeInForce}
        onValueChange={(timeInForce) => dispatch({ kind: "time-in-force", timeInForce })}
      />
      {canHide && ticket.isIceberg && <IcebergField {...props} />}
    </>
  );
}

/** Whether the order will be a stop or a take-profit, and what triggers it. */
function TriggerNote({ ticket, summary, now }: TicketFieldsProps) {
  const t = useT();
  const formats = useFormats();
  const isKnown = ticket.stopPrice !== "" && referenceTicks(now) !== undefined;
  if (!isFixedTrigger(summary.type) || !isKnown || summary.problems.stopPrice !== undefined) return null;
  const words = triggersUpward(ticket.side, summary.type) ? "trade.triggersAbove" : "trade.triggersBelow";
  return (
    <p className="small muted">
      {t(words, { type: t(TYPE_WORDS[summary.type]), price: formats.decimal(ticket.stopPrice) })}
    </p>
  );
}

/** The amount that the value of an order with a trigger becomes. */
function LotsNote({ summary, ticket, terms }: TicketFieldsProps) {
  const t = useT();
  const formats = useFormats();
  if (ticket.type === "market") return null;
  const amount = summary.lots && formats.decimal(quantityText(summary.lots, terms), { minDecimals: 0 });
  return (
    <p className="small muted">
      {t(ticket.side === "buy" ? "trade.sizedBuy" : "trade.sizedSell", {
        amount: `${amount || "–"} ${terms.base}`,
      })}
    </p>
  );
}

/** Switches the amount of an order without a limit price between the two coins. */
function UnitButton({ ticket, dispatch, terms }: TicketFieldsProps) {
  const t = useT();
  const { change } = useTradingSettings();
  if (hasLimitPrice(ticket.type)) return null;
  const next = amountUnit(ticket) === "base" ? "quote" : "base";
  const [shown, coin] = next === "base" ? [terms.quote, terms.base] : [terms.base, terms.quote];
  return (
    <button
      type="button"
      className="unit-button small med"
      aria-label={`${shown}: ${t("trade.giveAmountIn", { coin })}`}
      title={t("trade.giveAmountIn", { coin })}
      onClick={() => {
        dispatch({ kind: "unit", unit: next });
        change({ marketUnit: next });
      }}
    >
      {shown}
      <SwapIcon size="s" />
    </button>
  );
}

/** Percentage of the available amount; follows typed amounts. */
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
