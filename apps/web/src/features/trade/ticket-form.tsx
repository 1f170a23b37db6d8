import { formatDecimal } from "@candor/money/decimal";
import { Button, ButtonLink } from "@candor/ui/button.tsx";
import { KeyValue, type KeyValueLine } from "@candor/ui/card.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import type { Formats } from "@candor/ui/formats";
import { Notice } from "@candor/ui/notice.tsx";
import { Segmented } from "@candor/ui/segmented.tsx";
import { Select } from "@candor/ui/select.tsx";
import { Slider } from "@candor/ui/slider.tsx";
import { Tabs } from "@candor/ui/tabs.tsx";
import { Link, useFormats } from "@candor/ui/ui-context.tsx";
import type { FormEvent } from "react";
import { useState } from "react";
import type { Translate } from "../../i18n/i18n.ts";
import { useT } from "../../i18n/use-t.ts";
import { loginPath, TRADE, TRANSFER } from "../../shell/routes.ts";
import type { MarketTerms } from "./market-terms.ts";
import { FORCE_WORDS, TYPE_HINTS, TYPE_WORDS } from "./order-words.ts";
import {
  allowedTimes,
  amountInQuote,
  type TicketAction,
  type TicketField,
  type TicketState,
  type TicketType,
} from "./ticket-state.ts";
import type { MarketNow, TicketProblem, TicketSummary } from "./ticket-summary.ts";

export interface TicketFormProps {
  readonly terms: MarketTerms;
  readonly status: "trading" | "cancel-only" | "halted";
  readonly takerFeeRate: string;
  readonly ticket: TicketState;
  readonly summary: TicketSummary;
  readonly dispatch: (action: TicketAction) => void;
  /** Of the coin that is paid with, in units; undefined: unknown or logged out. */
  readonly availableUnits: number | undefined;
  readonly now: MarketNow;
  readonly isLoggedIn: boolean;
  readonly isBusy: boolean;
  readonly isDesktop: boolean;
  readonly onSubmit: () => void;
}

const TYPES: readonly TicketType[] = ["limit", "market", "stop-limit", "stop-market", "oco", "trailing-stop"];

export function TicketForm(props: TicketFormProps) {
  const { ticket, summary, dispatch, status, isLoggedIn } = props;
  const t = useT();
  // Problems are shown where the trader has been, or everywhere after a try to send.
  const [touched, setTouched] = useState<ReadonlySet<TicketField>>(new Set());
  const [hasTried, setTried] = useState(false);
  const touch = (field: TicketField) => setTouched((before) => new Set(before).add(field));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (summary.payload !== undefined && summary.affordable !== false) {
      setTouched(new Set());
      setTried(false);
      props.onSubmit();
    }
  };
  const shown = (field: TicketField): TicketProblem | undefined => {
    const problem = summary.problems[field];
    if (problem === undefined) return undefined;
    if (problem.reason === "empty") return hasTried ? problem : undefined;
    return hasTried || touched.has(field) ? problem : undefined;
  };
  return (
    <form className="ticket" onSubmit={submit} noValidate aria-label={t("trade.title")}>
      <Segmented
        label={t("trade.side")}
        value={ticket.side}
        onValueChange={(side) => dispatch({ kind: "side", side })}
        choices={[
          { value: "buy", label: t("trade.buy") },
          { value: "sell", label: t("trade.sell") },
        ]}
        directional
      />
      <TypeChoice {...props} />
      <TicketFields {...props} problemOf={shown} onTouch={touch} />
      <TicketCosts {...props} />
      {status !== "trading" && (
        <Notice tone="warn">
          {t(status === "halted" ? "trade.marketHalted" : "trade.marketCancelOnly")}
        </Notice>
      )}
      {isLoggedIn ? (
        <SubmitButton {...props} />
      ) : (
        <ButtonLink to={loginPath(`${TRADE}?symbol=${props.terms.symbol}`)} tone="primary" block>
          {t("trade.loginToTrade")}
        </ButtonLink>
      )}
    </form>
  );
}

function TypeChoice({ ticket, dispatch, isDesktop }: TicketFormProps) {
  const t = useT();
  const choices = TYPES.map((value) => ({ value, label: t(TYPE_WORDS[value]) }));
  const choose = (type: TicketType) => dispatch({ kind: "type", type });
  return isDesktop ? (
    <Tabs
      label={t("trade.orderType")}
      value={ticket.type}
      onValueChange={choose}
      choices={choices}
      className="ticket-types"
    />
  ) : (
    <Select label={t("trade.orderType")} value={ticket.type} onValueChange={choose} choices={choices} />
  );
}

interface FieldsProps extends TicketFormProps {
  readonly problemOf: (field: TicketField) => TicketProblem | undefined;
  readonly onTouch: (field: TicketField) => void;
}

function TicketFields(props: FieldsProps) {
  const { ticket, dispatch, terms, problemOf, onTouch, now, availableUnits } = props;
  const t = useT();
  const formats = useFormats();
  const { scale } = terms;
  const tick = formatDecimal(scale.tickE8, 8, scale.priceDecimals);
  const lot = formatDecimal(scale.lotUnits, scale.baseScale, scale.quantityDecimals);
  const last =
    now.lastTicks === undefined ? "0" : formatDecimal(now.lastTicks * scale.tickE8, 8, scale.priceDecimals);
  const field = (name: TicketField, label: string, step?: string, decimals: number = scale.priceDecimals) => (
    <DecimalInput
      key={name}
      name={name}
      label={label}
      value={ticket[name]}
      onValueChange={(text) => dispatch({ kind: "type-in", field: name, text, terms })}
      decimals={decimals}
      {...(step !== undefined && { step, stepFrom: name === "quantity" ? lot : last })}
      error={problemText(problemOf(name), ticket, t, formats)}
      onBlur={() => onTouch(name)}
    />
  );
  const { quote, base } = terms;
  const inQuote = amountInQuote(ticket);
  const hasLimit = ticket.type === "limit" || ticket.type === "stop-limit" || ticket.type === "oco";
  const hasStop = ticket.type === "stop-limit" || ticket.type === "stop-market" || ticket.type === "oco";
  return (
    <>
      {hasStop && field("stopPrice", t("trade.triggerIn", { coin: quote }), tick)}
      {hasLimit &&
        field(
          "price",
          t(ticket.type === "limit" ? "trade.priceIn" : "trade.limitPriceIn", { coin: quote }),
          tick,
        )}
      {ticket.type === "oco" && field("stopLimitPrice", t("trade.stopLimitPriceIn", { coin: quote }), tick)}
      {ticket.type === "trailing-stop" && field("trailingPercent", t("trade.distance"), "0.1", 1)}
      {ticket.type === "trailing-stop" && field("stopPrice", t("trade.activationIn", { coin: quote }), tick)}
      {ticket.type === "market" && (
        <Segmented
          label={t("trade.amountUnit")}
          value={inQuote ? "quote" : "base"}
          onValueChange={(unit) => dispatch({ kind: "in-quote", inQuote: unit === "quote" })}
          choices={[
            { value: "quote", label: quote },
            { value: "base", label: base },
          ]}
        />
      )}
      {!inQuote && field("quantity", t("trade.amountIn", { coin: base }), lot, scale.quantityDecimals)}
      <Slider
        label={t("trade.shareOfBalance")}
        value={ticket.percent ?? 0}
        disabled={availableUnits === undefined}
        onValueChange={(percent) =>
          dispatch({
            kind: "percent",
            percent,
            terms,
            availableUnits: availableUnits ?? 0,
            marketTicks:
              ticket.side === "buy" ? (now.askTicks ?? now.lastTicks) : (now.bidTicks ?? now.lastTicks),
          })
        }
      />
      {(inQuote || hasLimit) &&
        field("total", t("trade.totalIn", { coin: quote }), undefined, scale.quoteScale)}
      <TimeInForceChoice {...props} />
    </>
  );
}

function TimeInForceChoice({ ticket, dispatch }: TicketFormProps) {
  const t = useT();
  const allowed = allowedTimes(ticket.type);
  if (allowed.length === 1) return <p className="small muted ticket-hint">{t(TYPE_HINTS[ticket.type])}</p>;
  return (
    <Select
      label={t("trade.timeInForce")}
      value={ticket.timeInForce}
      onValueChange={(timeInForce) => dispatch({ kind: "time-in-force", timeInForce })}
      choices={allowed.map((value) => ({ value, label: t(FORCE_WORDS[value]) }))}
    />
  );
}

function problemText(
  problem: TicketProblem | undefined,
  ticket: TicketState,
  t: Translate,
  formats: Formats,
): string | undefined {
  if (problem === undefined) return undefined;
  const values = { bound: formats.decimal(problem.bound), coin: problem.coin ?? "" };
  switch (problem.reason) {
    case "empty":
      return t("trade.problemEmpty");
    case "tick":
      return t("trade.problemTick", values);
    case "lot":
      return t("trade.problemLot", values);
    case "minimum":
      return t("trade.problemMinimum", values);
    case "maximum":
      return t("trade.problemMaximum", values);
    case "range":
      return t("trade.problemRange");
    case "trigger-side":
      return t(ticket.side === "buy" ? "trade.problemTriggerBuy" : "trade.problemTriggerSell", values);
  }
}

/** What it costs and brings, before the tap. */
function TicketCosts({ terms, ticket, summary, availableUnits, takerFeeRate, isLoggedIn }: TicketFormProps) {
  const t = useT();
  const formats = useFormats();
  const { scale, base, quote } = terms;
  const text = (units: number | undefined, coinScale: number) =>
    units === undefined ? null : formatDecimal(units, coinScale);
  const paysQuote = ticket.side === "buy";
  const received =
    summary.receives === "base"
      ? { coin: base, scale: scale.baseScale }
      : { coin: quote, scale: scale.quoteScale };
  const isAtMarket =
    ticket.type === "market" || ticket.type === "stop-market" || ticket.type === "trailing-stop";
  const lines: KeyValueLine[] = [];
  if (isLoggedIn) {
    lines.push({
      key: "available",
      label: t("trade.available"),
      value: (
        <Link to={TRANSFER} className="plain">
          <FinancialText
            value={text(availableUnits, paysQuote ? scale.quoteScale : scale.baseScale)}
            asset={paysQuote ? quote : base}
            maxDecimals={
              paysQuote ? Math.min(scale.quoteScale, scale.quoteScale > 6 ? 8 : 2) : scale.quantityDecimals
            }
          />
        </Link>
      ),
    });
  }
  lines.push(
    {
      key: "fee",
      label: t("trade.feeMax", { rate: formats.rate(takerFeeRate) }),
      value: <FinancialText value={text(summary.feeUnits, received.scale)} asset={received.coin} />,
    },
    {
      key: "receive",
      label: t(isAtMarket ? "trade.receiveAbout" : "trade.receiveAtLeast"),
      value: <FinancialText value={text(summary.receiveUnits, received.scale)} asset={received.coin} />,
    },
  );
  return <KeyValue small lines={lines} />;
}

function SubmitButton({ ticket, summary, terms, status, isBusy, availableUnits }: TicketFormProps) {
  const t = useT();
  const formats = useFormats();
  const buying = ticket.side === "buy";
  const coin = buying ? terms.quote : terms.base;
  const scale = buying ? terms.scale.quoteScale : terms.scale.baseScale;
  const label =
    ticket.quantity === "" || amountInQuote(ticket)
      ? t(buying ? "trade.buyCoin" : "trade.sellCoin", { coin: terms.base })
      : t(buying ? "trade.buyAmount" : "trade.sellAmount", {
          amount: formats.decimal(ticket.quantity),
          coin: terms.base,
        });
  return (
    <>
      {summary.affordable === false && (
        <Notice tone="warn" announce>
          {t("trade.notEnough", {
            coin,
            available: formats.decimal(formatDecimal(availableUnits ?? 0, scale), { maxDecimals: 8 }),
          })}{" "}
          <Link to={`${TRANSFER}?asset=${coin}`} className="link">
            {t("trade.moveFunds")}
          </Link>
        </Notice>
      )}
      <Button
        type="submit"
        tone={buying ? "buy" : "sell"}
        block
        busy={isBusy}
        disabled={status !== "trading" || summary.affordable === false}
      >
        {label}
      </Button>
    </>
  );
}
