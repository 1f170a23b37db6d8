import { formatDecimal } from "@candor/money/decimal";
import { KeyValue, type KeyValueLine } from "@candor/ui/card.tsx";
import { floorDecimals } from "@candor/ui/decimal-math";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Checkbox } from "@candor/ui/switch.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { quantityText, shownDecimals } from "../market/market-terms.ts";
import { type FieldFormat, priceFormat, useTicketField } from "./price-fields.tsx";
import type { TicketFieldsProps } from "./ticket-props.ts";

/** Adds take-profit and stop-loss to a limit order. */
export function ExitBox({ ticket, dispatch }: TicketFieldsProps) {
  const t = useT();
  return (
    <Checkbox
      label={t("contract.protection")}
      checked={ticket.hasExits}
      onCheckedChange={(on) => dispatch({ kind: "exits", on })}
    />
  );
}

/** Take-profit and stop-loss of a limit order, with what comes of each. */
export function ExitFields(props: TicketFieldsProps) {
  const { terms, now } = props;
  const t = useT();
  const field = useTicketField(props);
  const looks: FieldFormat = { ...priceFormat(terms, now), placeholder: t("trade.optional") };
  return (
    <>
      {field("takeProfit", t("contract.takeProfitIn", { coin: terms.quote }), looks)}
      {field("stopLoss", t("contract.stopLossIn", { coin: terms.quote }), looks)}
      <ExitResults {...props} />
    </>
  );
}

function ExitResults({ summary, ticket, terms }: TicketFieldsProps) {
  const t = useT();
  const formats = useFormats();
  const { exits } = summary;
  const { base, quote, scale } = terms;
  const amountOf = (lots: number) =>
    `${formats.decimal(quantityText(lots, terms), { minDecimals: 0 })} ${base}`;
  const amount = exits === undefined ? "–" : amountOf(exits.lots);
  const decimals = shownDecimals(scale.quoteScale);
  const line = (key: string, label: string, units: number | undefined): KeyValueLine => ({
    key,
    label,
    value: (
      <FinancialText
        value={units === undefined ? null : floorDecimals(formatDecimal(units, scale.quoteScale), decimals)}
        decimals={decimals}
        asset={quote}
        sign="always"
        toned
      />
    ),
  });
  const extra = formats.decimal(formatDecimal(exits?.extraUnits ?? 0, scale.quoteScale), {
    decimals,
  });
  return (
    <>
      <KeyValue
        small
        lines={[
          line("profit", t("contract.atTakeProfit"), exits?.atTakeProfitUnits),
          line("loss", t("contract.atStopLoss"), exits?.atStopLossUnits),
        ]}
      />
      <p className="small muted">
        {t(ticket.side === "buy" ? "trade.exitsAfterBuy" : "trade.exitsAfterSell", { amount })}
      </p>
      {exits !== undefined && exits.extraUnits > 0 && (
        <Notice>{t("trade.exitsNeed", { amount: `${extra} ${quote}` })}</Notice>
      )}
    </>
  );
}
