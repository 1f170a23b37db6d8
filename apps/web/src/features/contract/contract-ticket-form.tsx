import type { TriggerBy } from "@candor/domain/enumerations";
import { feesSetting, fundingSetting } from "@candor/domain/setting-names";
import { multiplyDivideFloor } from "@candor/money/integer";
import { UNKNOWN } from "@candor/text/decimal-text";
import { Button, ButtonLink } from "@candor/ui/button.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { ChevronDownIcon } from "@candor/ui/icons.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Segmented } from "@candor/ui/segmented.tsx";
import { Select } from "@candor/ui/select.tsx";
import { Slider } from "@candor/ui/slider.tsx";
import { Checkbox } from "@candor/ui/switch.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { type ReactNode, useEffect, useRef } from "react";
import { useT } from "../../i18n/use-t.ts";
import { contractPath, loginPath } from "../../shell/routing/routes.ts";
import { TYPE_WORDS } from "../../trading/orders/order-words.ts";
import { PriceFields, priceFormat, useTicketField } from "../../trading/ticket/price-fields.tsx";
import type { ContractTicketFormProps } from "./contract-ticket-props.ts";
import "../../trading/ticket/ticket.css";
import { AnnouncedTerms } from "../../shared/announced-terms/announced-terms.tsx";
import { StoppedNotice } from "../../trading/market/stopped-notice.tsx";
import { BeyondBookNotice } from "../../trading/ticket/beyond-book-notice.tsx";
import { keepButtonsVisible } from "../../trading/ticket/keep-buttons-visible.ts";
import { isFixedTrigger, referenceTicks } from "../../trading/ticket/ticket-prices.ts";
import { TimeInForceChoice } from "../../trading/ticket/time-in-force-choice.tsx";
import { TypeChoice } from "../../trading/ticket/type-choice.tsx";
import { useShownProblems } from "../../trading/ticket/use-shown-problems.ts";
import { contractProblemText, protectionProblemText, TRIGGER_BY_WORDS } from "./contract-problem-text.ts";
import type { ContractTerms } from "./contract-terms.ts";
import { CONTRACT_TYPES, type ContractField, hasTrigger, sizeUnitOf } from "./contract-ticket-state.ts";
import type { SideSummary } from "./contract-ticket-summary.ts";
import { MoneyText } from "./figure-text.tsx";
import { largestOfBoth, MoneySizeField, SizeUnitChoice, shareOf } from "./money-size-field.tsx";
import { OrderButtons } from "./order-buttons.tsx";
import { TicketFigures } from "./ticket-figures.tsx";

/** Mode and leverage, type, amounts, protection, cost, and a button per side. */
export function ContractTicketForm(props: ContractTicketFormProps) {
  const { ticket, dispatch, terms, status, isLoggedIn, isDesktop, isFrozen } = props;
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const sides = useSideProblems(props);
  useEffect(() => keepButtonsVisible(form.current), []);
  useEffect(() => {
    if (sides.tries > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [sides.tries]);
  return (
    <form
      ref={form}
      className="ticket contract-ticket"
      translate="no"
      onSubmit={(event) => event.preventDefault()}
      noValidate
      inert={props.isPending}
      aria-busy={props.isPending}
      aria-label={t("trade.ticket")}
    >
      <ModeButtons {...props} />
      {props.isHedged && <OpenOrClose {...props} />}
      <TypeChoice
        value={ticket.order.type}
        isDesktop={isDesktop}
        types={CONTRACT_TYPES}
        onValueChange={(type) =>
          dispatch({ kind: "type", type, terms, marketTicks: referenceTicks(props.now) })
        }
      />
      <OrderFields {...props} {...sides} />
      <ProtectionFields {...props} {...sides} />
      <TicketFigures {...props} />
      <BeyondBookNotice shown={props.buy.isBeyondBook || props.sell.isBeyondBook} />
      {props.isPending !== true && (
        <AnnouncedTerms settings={[feesSetting("contract", terms.symbol), fundingSetting(terms.symbol)]} />
      )}
      <StoppedNotice status={status} reason={props.statusReason} stale={t("contract.cancelOnly")} />
      {isFrozen && <Notice tone="warn">{t("contract.frozen")}</Notice>}
      {isLoggedIn ? (
        <OrderButtons {...props} onPress={(side) => sides.tryToSend(side) && props.onConfirm(side)} />
      ) : (
        <ButtonLink to={loginPath(contractPath(terms.symbol))} tone="primary" block>
          {t("trade.loginToTrade")}
        </ButtonLink>
      )}
    </form>
  );
}

interface SideProblems {
  readonly problemOf: (field: ContractField) => SideSummary["problems"][ContractField];
  readonly touch: (field: ContractField) => void;
  readonly tryToSend: (side: "buy" | "sell") => boolean;
  readonly tries: number;
}

/**
 * Validation problems of the ticket. Before the first attempt only problems of both sides are shown; afterwards those
 * of the attempted side, because the activation price of a trailing stop is valid for one side only.
 */
function useSideProblems({ ticket, buy, sell }: ContractTicketFormProps): SideProblems {
  const tried = useRef<"buy" | "sell" | null>(null);
  const buys = useShownProblems<ContractField>(ticket.order.type, buy);
  const sells = useShownProblems<ContractField>(ticket.order.type, sell);
  return {
    tries: buys.tries + sells.tries,
    problemOf: (field) => {
      const [bought, sold] = [buys.problemOf(field), sells.problemOf(field)];
      if (buys.tries + sells.tries > 0) return tried.current === "sell" ? sold : bought;
      return bought !== undefined && sold !== undefined ? bought : undefined;
    },
    touch: (field) => {
      buys.touch(field);
      sells.touch(field);
    },
    tryToSend: (side) => {
      tried.current = side;
      return (side === "buy" ? buys : sells).tryToSend();
    },
  };
}

type FieldsProps = ContractTicketFormProps & SideProblems;

function ModeButtons({ settings, onLeverage }: ContractTicketFormProps) {
  const t = useT();
  const mode = settings.isKnown && t(settings.isCross ? "contract.cross" : "contract.isolated");
  return (
    <Button
      className="mode-button"
      block
      onClick={onLeverage}
      disabled={!settings.isKnown}
      aria-haspopup="dialog"
    >
      <span className="vh">{t("contract.leverage")}: </span>
      <span>{mode}</span>
      <span className="row">
        <b className="n" translate="no">
          {settings.isKnown ? settings.leverage : UNKNOWN}×
        </b>
        <ChevronDownIcon size="s" />
      </span>
    </Button>
  );
}

/** In hedge mode an order opens or closes a position, and never does both. */
function OpenOrClose({ ticket, dispatch }: ContractTicketFormProps) {
  const t = useT();
  return (
    <Segmented
      label={t("contract.purpose")}
      value={ticket.reduceOnly ? "close" : "open"}
      onValueChange={(next) => dispatch({ kind: "reduce-only", on: next === "close" })}
      choices={[
        { value: "open", label: t("contract.open") },
        { value: "close", label: t("contract.close") },
      ]}
    />
  );
}

/** Prices, amount and percentage. */
function OrderFields(props: FieldsProps) {
  const { ticket, dispatch, terms, now, problemOf, touch, buy } = props;
  const t = useT();
  const formats = useFormats();
  const field = useTicketField({
    ticket: ticket.order,
    dispatch,
    terms,
    problemOf,
    onTouch: touch,
    textOf: (problem) => contractProblemText(problem, ticket.triggerBy, t, formats),
  });
  return (
    <>
      <PriceFields
        ticket={ticket.order}
        dispatch={dispatch}
        terms={terms}
        now={now}
        problemOf={problemOf}
        onTouch={touch}
        textOf={(problem) => contractProblemText(problem, ticket.triggerBy, t, formats)}
        triggerNote={<TriggerNote {...props} />}
      />
      {sizeUnitOf(ticket) === "coin" ? (
        field(
          "quantity",
          t("trade.amountIn", { coin: terms.base }),
          { decimals: terms.scale.quantityDecimals, counts: terms.base },
          <>
            <Worth units={buy.plan?.valueUnits} terms={terms} />
            <SizeUnitChoice {...props} />
          </>,
        )
      ) : (
        <MoneySizeField {...props} />
      )}
      <ShareSlider {...props} />
      <TimeInForceChoice
        type={ticket.order.type}
        value={ticket.order.timeInForce}
        onValueChange={(timeInForce) => dispatch({ kind: "time-in-force", timeInForce })}
      />
    </>
  );
}

/** What each side's order will be: a stop on one side, a take-profit on the other. */
function TriggerNote({ buy, sell }: FieldsProps) {
  const t = useT();
  // Without a valid trigger and a current price, both are what the ticket's tab says.
  if (!isFixedTrigger(buy.type) || buy.type === sell.type) return null;
  return (
    <p className="small muted">
      {t("trade.triggerKinds", { buy: t(TYPE_WORDS[buy.type]), sell: t(TYPE_WORDS[sell.type]) })}
    </p>
  );
}

/** The amount's value, small and next to it. */
function Worth({
  units,
  terms,
}: {
  readonly units: number | undefined;
  readonly terms: ContractTerms;
}): ReactNode {
  if (units === undefined) return null;
  return (
    <span className="u worth">
      ≈ <MoneyText units={units} terms={terms} />
    </span>
  );
}

/** Percentage of the amount both sides allow; for reduce-only orders, of the position. */
function ShareSlider(props: FieldsProps) {
  const { ticket, dispatch, buy, sell } = props;
  const t = useT();
  const largest = largestOfBoth(props);
  const lots = buy.lots ?? sell.lots ?? 0;
  const typed = largest === 0 ? 0 : Math.min(100, multiplyDivideFloor(lots, 100, largest));
  return (
    <Slider
      label={t("contract.shareOfLargest")}
      value={ticket.order.percent ?? typed}
      disabled={largest === 0}
      onValueChange={(percent) => dispatch(shareOf(percent, props))}
    />
  );
}

const TRIGGER_BYS: readonly TriggerBy[] = ["mark", "last", "index"];

export interface TriggerByChoiceProps {
  readonly value: TriggerBy;
  readonly onValueChange: (triggerBy: TriggerBy) => void;
  readonly labelShown?: boolean;
}

/** Chooses the trigger price type. */
export function TriggerByChoice({ value, onValueChange, labelShown = false }: TriggerByChoiceProps) {
  const t = useT();
  return (
    <Select
      label={t("contract.triggerBy")}
      labelShown={labelShown}
      value={value}
      onValueChange={onValueChange}
      choices={TRIGGER_BYS.map((each) => ({ value: each, label: t(TRIGGER_BY_WORDS[each]) }))}
    />
  );
}

function ProtectionFields({ ticket, dispatch, terms, now, problemOf, touch, isHedged }: FieldsProps) {
  const t = useT();
  const formats = useFormats();
  const looks = { ...priceFormat(terms, now), placeholder: t("trade.optional") };
  const field = (name: "takeProfit" | "stopLoss", label: string) => (
    <DecimalInput
      name={name}
      label={label}
      value={ticket[name]}
      onValueChange={(text) => dispatch({ kind: "protect", field: name, text })}
      {...looks}
      error={protectionProblemText(problemOf(name), t, formats)}
      onBlur={() => touch(name)}
    />
  );
  return (
    <>
      {!(isHedged && ticket.reduceOnly) && (
        <div className="ticket-checks">
          <Checkbox
            label={t("contract.protection")}
            checked={ticket.hasProtection}
            onCheckedChange={(on) => dispatch({ kind: "protection", on })}
          />
          {!isHedged && (
            <Checkbox
              label={t("contract.reduceOnly")}
              checked={ticket.reduceOnly}
              onCheckedChange={(on) => dispatch({ kind: "reduce-only", on })}
            />
          )}
        </div>
      )}
      {ticket.hasProtection && field("takeProfit", t("contract.takeProfitIn", { coin: terms.quote }))}
      {ticket.hasProtection && field("stopLoss", t("contract.stopLossIn", { coin: terms.quote }))}
      {hasTrigger(ticket) && (
        <TriggerByChoice
          value={ticket.triggerBy}
          onValueChange={(triggerBy) => dispatch({ kind: "trigger-by", triggerBy })}
          labelShown
        />
      )}
    </>
  );
}
