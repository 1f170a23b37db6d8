import { Button } from "@candor/ui/button.tsx";
import { KeyValue, type KeyValueLine } from "@candor/ui/card.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useOwnFigure } from "../../shell/wallets/balance-text.tsx";
import { quantityText } from "../../trading/market/market-terms.ts";
import { BeyondBookNotice } from "../../trading/ticket/beyond-book-notice.tsx";
import type { LiveContracts, LivePosition } from "./contract-live.ts";
import { MoneyText, rateText, TicksText, useUnitsText } from "./figure-text.tsx";
import { capUnitsOf, exceedsCap, type OrderContext, planOrder } from "./order-plan.ts";
import { endingLevels, reversalLabel } from "./position-reversal.ts";
import { costInCents } from "./shown-cents.ts";
import type { ContractActions } from "./use-contract-actions.ts";
import { orderContext } from "./use-contract-ticket.ts";
import { useMarketExit } from "./use-market-exit.ts";

interface ReverseSheetProps {
  /** Undefined if closed. */
  readonly live: LivePosition | undefined;
  readonly contracts: LiveContracts;
  readonly onClose: () => void;
  readonly acts: ContractActions;
}

/** Closes a position and opens the opposite one of the same size, with one market order. */
export function ReverseSheet(props: ReverseSheetProps) {
  const { live, contracts, onClose } = props;
  const t = useT();
  const context = live && orderContext(contracts, live.held.terms, { markTicks: live.held.markTicks });
  return (
    <Sheet
      open={live !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t("contract.reverseTitle", { symbol: live?.position.symbol ?? "" })}
    >
      {live !== undefined && context !== undefined && <Reversal {...props} live={live} context={context} />}
    </Sheet>
  );
}

interface ReversalProps extends ReverseSheetProps {
  readonly live: LivePosition;
  readonly context: OrderContext;
}

/** The order that reverses the position, and its effects at the book's prices. */
function useReversal(live: LivePosition, context: OrderContext) {
  const { lots: heldLots, markTicks } = live.held;
  const execution = useMarketExit(live);
  const size = Math.abs(heldLots);
  const lots = 2 * size;
  const side = heldLots > 0 ? ("sell" as const) : ("buy" as const);
  const order = { ticks: markTicks, ...execution, side, lots, reduceOnly: false };
  return {
    side,
    lots,
    size,
    plan: planOrder(order, context),
    isBeyondBook: execution?.isBeyond(lots) === true,
  };
}

function Reversal({ live, context, contracts, onClose, acts }: ReversalProps) {
  const t = useT();
  const formats = useFormats();
  const { held, position } = live;
  const { terms } = held;
  const { side, lots, size, plan, isBeyondBook } = useReversal(live, context);
  const amountOf = (each: number) =>
    `${formats.decimal(quantityText(each, terms), { minDecimals: 0 })} ${terms.base}`;
  const isOverCap = exceedsCap(side, lots, context);
  const isShort = plan.costUnits > Math.max(0, context.account.usableUnits);
  const isTooLarge = lots > terms.scale.maxLots;
  const levels = endingLevels(plan, position).map(
    ([words, price]) => `${t(words)} ${formats.decimal(price)}`,
  );
  const hasReducers = contracts.orders.some((order) => order.symbol === position.symbol && order.reduceOnly);
  const turn = reversalLabel(side, plan);
  const send = async (): Promise<void> => {
    const quantity = quantityText(lots, terms);
    if (await acts.place({ symbol: terms.symbol, side, type: "market", quantity })) onClose();
  };
  return (
    <div className="stack-4" translate="no">
      <KeyValue
        lines={[
          ...(turn === null
            ? []
            : [
                {
                  key: "turn",
                  label: t("contract.turn"),
                  value: t(turn, { closed: amountOf(plan.closedLots), opened: amountOf(plan.openedLots) }),
                },
              ]),
          ...useMoneyLines({ plan, terms, context }),
        ]}
      />
      {levels.length > 0 && (
        <Notice tone="warn">
          {t("contract.protectionEnds", { levels: levels.join(", ") })} {t("contract.newUnprotected")}
        </Notice>
      )}
      {hasReducers && <Notice tone="warn">{t("contract.reverseEnds")}</Notice>}
      <BeyondBookNotice shown={isBeyondBook} />
      <Obstacle {...{ context, isOverCap, isShort, isTooLarge }} />
      <p className="small muted">{t("contract.reverseNote", { amount: amountOf(lots) })}</p>
      <Button
        tone={side}
        block
        busy={acts.isPlacing}
        disabled={isOverCap || isShort || isTooLarge}
        onClick={() => void send()}
      >
        {t(side === "buy" ? "contract.reverseToLong" : "contract.reverseToShort", { amount: amountOf(size) })}
      </Button>
    </div>
  );
}

interface ObstacleProps {
  readonly context: OrderContext;
  readonly isOverCap: boolean;
  readonly isShort: boolean;
  readonly isTooLarge: boolean;
}

/** Why the position cannot be reversed. */
function Obstacle({ context, isOverCap, isShort, isTooLarge }: ObstacleProps) {
  const t = useT();
  const own = useOwnFigure();
  const formats = useFormats();
  const { terms } = context;
  const unitsText = useUnitsText(terms);
  const most = { bound: formats.decimal(quantityText(terms.scale.maxLots, terms)), coin: terms.base };
  const text = isTooLarge
    ? t("trade.problemMaximum", most)
    : isOverCap
      ? t("contract.overLimit", {
          leverage: context.leverage,
          limit: `${unitsText(capUnitsOf(context))} ${terms.quote}`,
        })
      : isShort
        ? t("contract.notEnough", {
            available: own(`${unitsText(context.account.usableUnits)} ${terms.quote}`),
          })
        : null;
  return text === null ? null : (
    <Notice tone="warn" announce>
      {text}
    </Notice>
  );
}

function useMoneyLines({
  plan,
  terms,
}: Pick<OrderContext, "terms"> & {
  readonly plan: ReturnType<typeof planOrder>;
  readonly context: OrderContext;
}): readonly KeyValueLine[] {
  const t = useT();
  const formats = useFormats();
  const { makerFeePpm, takerFeePpm } = terms;
  const money = (units: number, signed = false) => (
    <MoneyText units={units} terms={terms} hasCoin signed={signed} />
  );
  const cost = (units: number) => money(costInCents(units, terms.scale.quoteScale));
  return [
    { key: "realizes", label: t("contract.realizesAbout"), value: money(plan.realizedUnits, true) },
    { key: "margin", label: t("contract.margin"), value: money(plan.marginUnits) },
    {
      key: "fee",
      label: t("trade.feeMax", { rate: formats.rate(rateText(Math.max(makerFeePpm, takerFeePpm))) }),
      value: cost(plan.feeUnits),
    },
    { key: "worst", label: t("contract.worstLoss"), value: cost(plan.worstLossUnits) },
    {
      key: "liquidation",
      label: t("contract.estimatedLiquidation"),
      value:
        plan.liquidationTicks === 0 ? (
          t("contract.noLiquidation")
        ) : (
          <TicksText ticks={plan.liquidationTicks} terms={terms} className="warn" />
        ),
      total: true,
    },
  ];
}
