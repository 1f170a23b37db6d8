import { fundingAmountOf } from "@candor/formulas/perpetual/funding";
import { multiplyDivideFloor } from "@candor/money/integer";
import { KeyValue, type KeyValueLine } from "@candor/ui/card.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WirePosition } from "@candor/wire/contract-objects";
import type { WireMarket } from "@candor/wire/objects";
import { useT } from "../../i18n/use-t.ts";
import { ConfirmButton } from "../../shared/confirmation/confirm-button.tsx";
import { quantityText } from "../../trading/market/market-terms.ts";
import { TYPE_HINTS, TYPE_WORDS } from "../../trading/orders/order-words.ts";
import { BeyondBookNotice } from "../../trading/ticket/beyond-book-notice.tsx";
import { useMark } from "./contract-live.ts";
import { TRIGGER_BY_WORDS } from "./contract-problem-text.ts";
import { type ContractTerms, whole } from "./contract-terms.ts";
import type { ContractTicket } from "./contract-ticket-state.ts";
import type { SideSummary } from "./contract-ticket-summary.ts";
import { MoneyText, rateText, TicksText } from "./figure-text.tsx";
import { FundingCountdown } from "./funding-countdown.tsx";
import { actionLabel } from "./order-buttons.tsx";
import type { OrderPlan } from "./order-plan.ts";
import { endingLevels, reversalLabel } from "./position-reversal.ts";
import { costInCents } from "./shown-cents.ts";
import type { ContractSettings } from "./use-contract-ticket.ts";

export interface ConfirmSheetProps {
  readonly market: WireMarket;
  readonly terms: ContractTerms;
  readonly ticket: ContractTicket;
  readonly settings: ContractSettings;
  /** Current position in this contract. */
  readonly position: WirePosition | undefined;
  /** Null if the sheet is closed. */
  readonly summary: SideSummary | null;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onSend: (summary: SideSummary) => void;
}

/** Full cost and risk of an order, shown before it is sent. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { summary, onClose, terms } = props;
  const t = useT();
  const plan = summary?.plan;
  const isOpen = summary !== null && plan !== undefined;
  const words = summary === null ? "" : t(actionLabel(summary), { amount: terms.symbol });
  return (
    <Sheet open={isOpen} onOpenChange={(open) => !open && onClose()} title={words}>
      {isOpen && <Confirmation {...props} summary={summary} plan={plan} />}
    </Sheet>
  );
}

type ConfirmationProps = ConfirmSheetProps & { readonly summary: SideSummary; readonly plan: OrderPlan };

function Confirmation(props: ConfirmationProps) {
  const { summary, plan, ticket, terms, settings, isBusy, onSend } = props;
  const t = useT();
  const amount = useAmountText(terms)(plan.closedLots + plan.openedLots);
  const lines = [...useOrderLines(props), ...useMoneyLines(props)];
  return (
    <div className="stack-4" translate="no">
      <KeyValue lines={lines} />
      <BeyondBookNotice shown={summary.isBeyondBook} />
      <EndingProtection {...props} />
      <p className="small muted">{t(ticket.order.type === "market" ? "trade.hintMarket" : hintOf(ticket))}</p>
      {plan.openedLots > 0 && (
        <Notice>{t(settings.isCross ? "contract.crossNote" : "contract.isolatedNote")}</Notice>
      )}
      <ConfirmButton
        of="contract"
        tone={summary.side}
        busy={isBusy}
        disabled={summary.payload === undefined || summary.affordable === false}
        onSend={() => onSend(summary)}
      >
        {t(actionLabel(summary), { amount })}
      </ConfirmButton>
    </div>
  );
}

/** "0.05 BTC" */
function useAmountText(terms: ContractTerms): (lots: number) => string {
  const formats = useFormats();
  return (lots) => `${formats.decimal(quantityText(lots, terms), { minDecimals: 0 })} ${terms.base}`;
}

/** Take-profit and stop-loss that end together with the closed position. */
function EndingProtection({ plan, position, ticket }: ConfirmationProps) {
  const t = useT();
  const formats = useFormats();
  const levels = endingLevels(plan, position).map(
    ([words, price]) => `${t(words)} ${formats.decimal(price)}`,
  );
  if (levels.length === 0) return null;
  const isUnprotected = plan.openedLots > 0 && ticket.stopLoss === "";
  return (
    <Notice tone="warn">
      {t("contract.protectionEnds", { levels: levels.join(", ") })}
      {isUnprotected && ` ${t("contract.newUnprotected")}`}
    </Notice>
  );
}

/** Lines that describe the order. */
function useOrderLines({
  ticket,
  terms,
  settings,
  plan,
  summary,
}: ConfirmationProps): readonly KeyValueLine[] {
  const t = useT();
  const formats = useFormats();
  const amountText = useAmountText(terms);
  const turn = reversalLabel(summary.side, plan);
  const { order, triggerBy } = ticket;
  const price = (text: string) => <FinancialText value={text} asset={terms.quote} />;
  const lines: KeyValueLine[] = [
    { key: "type", label: t("trade.orderType"), value: t(TYPE_WORDS[summary.type]) },
  ];
  if (order.type === "trailing-stop")
    lines.push({
      key: "distance",
      label: t("trade.distance"),
      value: formats.decimal(order.trailingPercent),
    });
  if (order.stopPrice !== "" && order.type !== "limit" && order.type !== "market")
    lines.push({
      key: "trigger",
      label: `${t("trade.trigger")} · ${t(TRIGGER_BY_WORDS[triggerBy])}`,
      value: price(order.stopPrice),
    });
  if (order.type === "limit" || order.type === "stop-limit")
    lines.push({ key: "price", label: t("trade.price"), value: price(order.price) });
  lines.push({
    key: "amount",
    label: t("trade.amount"),
    value: (
      <>
        {amountText(plan.closedLots + plan.openedLots)} ≈{" "}
        <MoneyText units={plan.valueUnits} terms={terms} hasCoin />
      </>
    ),
  });
  if (order.type === "market")
    lines.push({
      key: "average",
      label: t("trade.averageAbout"),
      value: <TicksText ticks={summary.averageTicks} terms={terms} />,
    });
  if (turn !== null)
    lines.push({
      key: "turn",
      label: t("contract.turn"),
      value: t(turn, { closed: amountText(plan.closedLots), opened: amountText(plan.openedLots) }),
    });
  if (plan.openedLots > 0)
    lines.push({
      key: "mode",
      label: t("contract.leverage"),
      value: `${t(settings.isCross ? "contract.cross" : "contract.isolated")} ${settings.leverage}×`,
    });
  return lines;
}

/** Lines about its cost and possible outcomes. */
function useMoneyLines({ market, ticket, terms, summary, plan }: ConfirmationProps): readonly KeyValueLine[] {
  const t = useT();
  const formats = useFormats();
  const opens = plan.openedLots > 0;
  const money = (units: number | undefined, signed = false) => (
    <MoneyText units={units} terms={terms} hasCoin signed={signed} />
  );
  const cost = (units: number) => money(costInCents(units, terms.scale.quoteScale));
  const levelLabel = (words: "contract.takeProfit" | "contract.stopLoss", price: string) =>
    t("contract.netAtLevel", { level: `${t(words)} ${formats.decimal(price)}` });
  const { makerFeePpm, takerFeePpm } = terms;
  const lines: KeyValueLine[] = [];
  if (plan.closedLots > 0)
    lines.push({ key: "closes", label: t("contract.realizes"), value: money(plan.realizedUnits, true) });
  if (opens) lines.push({ key: "margin", label: t("contract.margin"), value: money(plan.marginUnits) });
  lines.push({
    key: "fee",
    label: t("trade.feeMax", { rate: formats.rate(rateText(Math.max(makerFeePpm, takerFeePpm))) }),
    value: cost(plan.feeUnits),
  });
  if (opens) {
    lines.push({ key: "worst", label: t("contract.worstLoss"), value: cost(plan.worstLossUnits) });
    lines.push({
      key: "funding",
      label: <FundingLabel market={market} />,
      value: <FundingText market={market} {...{ plan, terms }} />,
    });
  }
  if (summary.profitUnits !== undefined)
    lines.push({
      key: "profit",
      label: levelLabel("contract.takeProfit", ticket.takeProfit),
      value: money(summary.profitUnits, true),
    });
  if (summary.lossUnits !== undefined)
    lines.push({
      key: "loss",
      label: levelLabel("contract.stopLoss", ticket.stopLoss),
      value: money(summary.lossUnits, true),
    });
  if (plan.lotsAfter !== 0)
    lines.push({
      key: "liquidation",
      label: t("contract.estimatedLiquidation"),
      value:
        plan.liquidationTicks === 0 ? (
          t("contract.noLiquidation")
        ) : (
          <TicksText ticks={plan.liquidationTicks} terms={terms} className="warn" />
        ),
      total: true,
    });
  return lines;
}

const hintOf = ({ order }: ContractTicket) =>
  order.type === "limit"
    ? TYPE_HINTS.limit
    : order.type === "trailing-stop"
      ? TYPE_HINTS["trailing-stop"]
      : ("contract.hintStop" as const);

function FundingLabel({ market }: { readonly market: WireMarket }) {
  const t = useT();
  const { nextFundingAtMs } = useMark(market);
  return (
    <>
      {t("contract.fundingIn")} <FundingCountdown atMs={nextFundingAtMs} />
    </>
  );
}

/** Amount that the new position pays or receives at the next funding if rate and price stay the same. */
function FundingText({
  market,
  plan,
  terms,
}: {
  readonly market: WireMarket;
  readonly plan: OrderPlan;
  readonly terms: ContractTerms;
}) {
  const { fundingRate } = useMark(market);
  if (fundingRate === null || plan.lotsAfter === 0) return <>–</>;
  const lots = plan.closedLots + plan.openedLots;
  const value = lots === 0 ? 0 : multiplyDivideFloor(plan.valueUnits, plan.openedLots, lots);
  return (
    <MoneyText
      units={
        -costInCents(-fundingAmountOf(plan.lotsAfter, value, whole(fundingRate, 6)), terms.scale.quoteScale)
      }
      terms={terms}
      signed
      hasCoin
    />
  );
}
