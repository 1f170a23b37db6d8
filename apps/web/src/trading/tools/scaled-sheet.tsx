import type { Side } from "@candor/domain/enumerations";
import { formatDecimal } from "@candor/money/decimal";
import { divideFloor, multiplyDivideFloor } from "@candor/money/integer";
import { Button } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Select } from "@candor/ui/select.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { type MarketTerms, priceText, readLots, readTicks, shownDecimals } from "../market/market-terms.ts";
import { LotsInput, SideChoice, TicksInput } from "../ticket/amount-inputs.tsx";
import { referenceTicks } from "../ticket/ticket-prices.ts";
import { FundsLines } from "./funds-lines.tsx";
import { plannedBatch } from "./planned-orders.ts";
import { ScaledList } from "./scaled-list.tsx";
import {
  LEAST_SCALED,
  MOST_SCALED,
  SCALED_SHAPES,
  type ScaledOrder,
  type ScaledShape,
  scaledOrders,
} from "./scaled-orders.ts";
import { marketName, type ToolProps } from "./tool-props.ts";
import { useScaledSending } from "./use-scaled-sending.ts";
import { useToolFunds } from "./use-tool-funds.ts";
import "./tools.css";

interface ScaledSheetProps extends ToolProps {
  readonly onClose: () => void;
}

/** Places several limit orders between two prices. */
export function ScaledSheet(props: ScaledSheetProps) {
  const t = useT();
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={`${t("trade.scaledOrders")} · ${marketName(props)}`}
    >
      <ScaledForm {...props} />
    </Sheet>
  );
}

const COUNTS = Array.from({ length: MOST_SCALED - LEAST_SCALED + 1 }, (_, at) => String(at + LEAST_SCALED));
const PPM = 1_000_000;

/** Why an order of the batch would be rejected. */
type Fault = "small" | "large" | "band";

function faultOf(
  orders: readonly ScaledOrder[],
  { terms, now }: Pick<ToolProps, "terms" | "now">,
): Fault | undefined {
  const { minLots, maxLots, minNotionalUnits, quoteUnitsPerTickLot } = terms.scale;
  const reach =
    now.indexTicks === undefined ? undefined : multiplyDivideFloor(now.indexTicks, terms.priceBandPpm, PPM);
  for (const { ticks, lots } of orders) {
    if (lots < minLots || lots * ticks * quoteUnitsPerTickLot < minNotionalUnits) return "small";
    if (lots > maxLots) return "large";
    if (reach !== undefined && now.indexTicks !== undefined && Math.abs(ticks - now.indexTicks) > reach)
      return "band";
  }
  return undefined;
}

function useScaledForm({ terms, now }: ScaledSheetProps) {
  const start = referenceTicks(now);
  const [side, setSide] = useState<Side>("buy");
  const [from, setFrom] = useState(start === undefined ? "" : priceText(start, terms));
  const [to, setTo] = useState("");
  const [count, setCount] = useState("5");
  const [quantity, setQuantity] = useState("");
  const [shape, setShape] = useState<ScaledShape>("flat");
  const [fromTicks, toTicks, lots] = [
    readTicks(from, terms),
    readTicks(to, terms),
    readLots(quantity, terms),
  ];
  const isComplete =
    fromTicks !== undefined && toTicks !== undefined && lots !== undefined && fromTicks !== toTicks;
  const orders = isComplete
    ? scaledOrders({
        fromTicks,
        toTicks,
        count: Number(count),
        lots: Math.min(lots, MOST_SCALED * terms.scale.maxLots),
        shape,
      })
    : [];
  return {
    side,
    setSide,
    from,
    setFrom,
    to,
    setTo,
    count,
    setCount,
    quantity,
    setQuantity,
    shape,
    setShape,
    fromTicks,
    toTicks,
    lots,
    orders,
    fault: faultOf(orders, { terms, now }),
  };
}

function ScaledForm(props: ScaledSheetProps) {
  const { terms } = props;
  const t = useT();
  const form = useScaledForm(props);
  const { results, isSending, send } = useScaledSending();
  const { orders, fault, side } = form;
  const funds = useToolFunds(props, side, plannedBatch(side, orders));
  // Orders that were sent no longer change.
  const isSent = results.length > 0;
  const left = orders.filter((_, at) => results[at] === undefined || results[at].kind === "unknown").length;
  return (
    <Form className="stack-4" translate="no" onSubmit={() => send({ ...props, side, orders })}>
      {!isSent && <ScaledFields {...form} terms={terms} />}
      {!isSent && <FaultText {...form} terms={terms} />}
      {!isSent && <FundsLines funds={funds} {...(props.margin && { margin: props.margin })} />}
      {orders.length > 0 && (
        <>
          <ScaledTotals orders={orders} terms={terms} />
          <ScaledList orders={orders} results={results} terms={terms} />
        </>
      )}
      {left > 0 || orders.length === 0 ? (
        <Button
          type="submit"
          tone={side}
          block
          busy={isSending}
          disabled={orders.length === 0 || fault !== undefined || (!isSent && funds.isShort)}
        >
          {t(side === "buy" ? "tools.placeBuys" : "tools.placeSells", {
            count: orders.length > 0 ? left : Number(form.count),
          })}
        </Button>
      ) : (
        <Button block onClick={props.onClose}>
          {t("shell.close")}
        </Button>
      )}
    </Form>
  );
}

type FieldsProps = ReturnType<typeof useScaledForm> & { readonly terms: MarketTerms };

function FaultText({ fault, orders, terms }: FieldsProps) {
  const t = useT();
  if (orders.length === 0 || fault === undefined) return null;
  const words = { small: "tools.faultSmall", large: "tools.faultLarge", band: "tools.faultBand" } as const;
  return (
    <p className="small down" role="alert">
      {t(words[fault], { symbol: terms.symbol })}
    </p>
  );
}

const SHAPE_WORDS = {
  flat: "tools.shapeFlat",
  increasing: "tools.shapeIncreasing",
  decreasing: "tools.shapeDecreasing",
} as const;

function ScaledFields(props: FieldsProps) {
  const { terms, side, setSide, count, setCount, shape, setShape, quantity, setQuantity } = props;
  const t = useT();
  return (
    <>
      <SideChoice value={side} onValueChange={setSide} />
      <TicksInput
        hasSteps
        label={t("tools.firstPrice", { coin: terms.quote })}
        value={props.from}
        onValueChange={props.setFrom}
        terms={terms}
      />
      <TicksInput
        hasSteps
        label={t("tools.lastPrice", { coin: terms.quote })}
        value={props.to}
        onValueChange={props.setTo}
        terms={terms}
      />
      <LotsInput
        name="scaled-quantity"
        label={t("tools.totalAmount", { coin: terms.base })}
        value={quantity}
        onValueChange={setQuantity}
        terms={terms}
      />
      <div className="g2">
        <Select
          label={t("tools.orderCount")}
          labelShown
          value={count}
          onValueChange={setCount}
          choices={COUNTS.map((value) => ({ value, label: value }))}
        />
        <Select
          label={t("tools.sizes")}
          labelShown
          value={shape}
          onValueChange={setShape}
          choices={SCALED_SHAPES.map((value) => ({ value, label: t(SHAPE_WORDS[value]) }))}
        />
      </div>
    </>
  );
}

/** Value of all orders together, and their average price. */
function ScaledTotals({
  orders,
  terms,
}: {
  readonly orders: readonly ScaledOrder[];
  readonly terms: MarketTerms;
}) {
  const t = useT();
  const { quoteUnitsPerTickLot, quoteScale } = terms.scale;
  const lots = orders.reduce((sum, order) => sum + order.lots, 0);
  const units = orders.reduce((sum, order) => sum + order.lots * order.ticks * quoteUnitsPerTickLot, 0);
  const isSafe = Number.isSafeInteger(units) && lots > 0;
  const average = isSafe ? divideFloor(units, lots * quoteUnitsPerTickLot) : undefined;
  return (
    <KeyValue
      small
      lines={[
        {
          key: "average",
          label: t("trade.averagePrice"),
          value: (
            <FinancialText
              value={average === undefined ? null : priceText(average, terms)}
              asset={terms.quote}
            />
          ),
        },
        {
          key: "value",
          label: t("trade.total"),
          value: (
            <FinancialText
              value={isSafe ? formatDecimal(units, quoteScale) : null}
              decimals={shownDecimals(quoteScale)}
              asset={terms.quote}
            />
          ),
        },
      ]}
    />
  );
}
