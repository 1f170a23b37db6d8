import { formatDecimal, parseDecimal, trimZeros } from "@candor/money/decimal";
import { Button } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireOrder } from "@candor/wire/objects";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { live } from "../../shell/services/services.ts";
import { type MarketTerms, priceText, readTicks } from "../market/market-terms.ts";
import { useLiveValue } from "../market/use-live-value.ts";
import { type ShownMarket, useMarket } from "../market/use-market.ts";
import { changeProblemOf, type NewTicks, tickProblem } from "./change-problem.ts";
import { isWaiting } from "./order-figures.ts";
import { actWords } from "./order-words.ts";
import { changeWords, isFollowing, isTrailingNow, leftOf, noteWords } from "./price-change.ts";
import { readTrailing } from "./trailing-distance.ts";
import type { ChangePrice, NewPrices } from "./use-order-changes.ts";

export interface PriceChangeSheetProps {
  /** Null if the sheet is closed. */
  readonly order: WireOrder | null;
  readonly onClose: () => void;
  readonly onChange: ChangePrice;
}

/** Moves an order to another limit price, trigger or distance. */
export function PriceChangeSheet({ order, onClose, onChange }: PriceChangeSheetProps) {
  const t = useT();
  return (
    <Sheet
      open={order !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t(order === null ? "lines.changePrice" : changeWords(order))}
    >
      {order !== null && <Loaded key={order.orderId} order={order} onClose={onClose} onChange={onChange} />}
    </Sheet>
  );
}

interface FormProps extends PriceChangeSheetProps {
  readonly order: WireOrder;
}

function Loaded(props: FormProps) {
  const { order } = props;
  const shown = useMarket(order.symbol, order.product === "contract" ? "contract" : "spot");
  return shown ? <PriceForm {...props} shown={shown} /> : null;
}

/** Decimals of a percentage in parts per million, and of a fraction. */
const PERCENT_DECIMALS = 4;
const RATE_DECIMALS = 6;

const percentOf = (rate: string): string =>
  trimZeros(formatDecimal(Number(parseDecimal(rate, RATE_DECIMALS)), PERCENT_DECIMALS));

interface PriceField {
  readonly name: keyof NewTicks;
  readonly text: string;
  /** Null if the order has no such price. */
  readonly had: string | null;
}

/** Returns the prices in ticks that differ from the order's; undefined if one is no multiple of the tick. */
function newTicks({ terms }: ShownMarket, fields: readonly PriceField[]): NewTicks | undefined {
  const changed: { -readonly [Name in keyof NewTicks]: NewTicks[Name] } = {};
  for (const { name, text, had } of fields) {
    if (had === null) continue;
    const ticks = readTicks(text, terms);
    if (ticks === undefined) return undefined;
    if (ticks !== readTicks(had, terms)) changed[name] = ticks;
  }
  return changed;
}

const pricesOf = ({ price, stopPrice }: NewTicks, terms: MarketTerms): NewPrices => ({
  ...(price !== undefined && { price: priceText(price, terms) }),
  ...(stopPrice !== undefined && { stopPrice: priceText(stopPrice, terms) }),
});

/** Returns the problem of each field: a price off the tick, or one that the exchange would refuse. */
function useFieldProblems(
  order: WireOrder,
  { terms }: ShownMarket,
  fields: readonly PriceField[],
  changed: NewTicks | undefined,
): Readonly<Partial<Record<keyof NewTicks, string>>> {
  const words = { t: useT(), formats: useFormats() };
  // Only spot orders have others that depend on them.
  const listed = useLiveValue(live.account, ({ openOrders }) => openOrders);
  if (changed !== undefined) {
    const problem = changeProblemOf(order, changed, terms, listed, words);
    return problem === undefined ? {} : { [problem.field]: problem.text };
  }
  const problems: Partial<Record<keyof NewTicks, string>> = {};
  for (const { name, text, had } of fields) {
    const problem = had === null ? undefined : tickProblem(text, terms, words);
    if (problem !== undefined) problems[name] = problem;
  }
  return problems;
}

/** Adds another distance, in percent; undefined if it is out of range. */
function withDistance(prices: NewPrices | undefined, percent: string): NewPrices | undefined {
  const ppm = readTrailing(percent);
  if (prices === undefined || ppm === undefined) return undefined;
  return { ...prices, trailingRate: formatDecimal(ppm, RATE_DECIMALS) };
}

interface HadTermsProps {
  readonly order: WireOrder;
  readonly shown: ShownMarket;
  /** The trigger, or the activation price of a trailing order. */
  readonly stop: string | null;
  readonly trails: boolean;
}

/** The order as it is. */
function HadTerms({ order, shown: { look, terms }, stop, trails }: HadTermsProps) {
  const t = useT();
  const formats = useFormats();
  const left = formatDecimal(leftOf(order, terms), look.baseScale, look.quantityDecimals);
  const amount = `${formats.decimal(left, { minDecimals: 0 })} ${look.base}`;
  const stopLabel = trails ? t("trade.activationIn", { coin: look.quote }) : t("trade.trigger");
  const lines = [
    { key: "subject", label: t("lines.order"), value: <>{`${t(actWords(order))} ${amount}`}</> },
  ];
  if (order.price !== null)
    lines.push({ key: "price", label: t("trade.price"), value: <FinancialText value={order.price} /> });
  if (stop !== null) lines.push({ key: "stop", label: stopLabel, value: <FinancialText value={stop} /> });
  if (trails)
    lines.push({
      key: "distance",
      label: t("trade.distance"),
      value: <>{formats.decimal(percentOf(order.trailingRate ?? "0"), { minDecimals: 0 })}</>,
    });
  return <KeyValue lines={lines} />;
}

/** The typed prices and distance, their problems, and sending the change. */
function usePriceForm({ order, shown, onClose, onChange }: FormProps & { readonly shown: ShownMarket }) {
  const trails = isTrailingNow(order);
  const hadStop = isWaiting(order) && !isFollowing(order) ? order.stopPrice : null;
  const [price, setPrice] = useState(trimZeros(order.price ?? ""));
  const [stop, setStop] = useState(trimZeros(hadStop ?? ""));
  const hadDistance = trails ? percentOf(order.trailingRate ?? "0") : "";
  const [distance, setDistance] = useState(hadDistance);
  const [isBusy, setBusy] = useState(false);
  const fields: readonly PriceField[] = [
    { name: "price", text: price, had: order.price },
    { name: "stopPrice", text: stop, had: hadStop },
  ];
  const changed = newTicks(shown, fields);
  const problems = useFieldProblems(order, shown, fields, changed);
  const prices = changed && pricesOf(changed, shown.terms);
  const changes = distance === hadDistance ? prices : withDistance(prices, distance);
  const isChanged =
    changes !== undefined && Object.keys(changes).length > 0 && Object.keys(problems).length === 0;
  const submit = async () => {
    if (!isChanged) return;
    setBusy(true);
    const isDone = await onChange(order, changes);
    setBusy(false);
    if (isDone) onClose();
  };
  return {
    trails,
    hadStop,
    price,
    setPrice,
    stop,
    setStop,
    distance,
    setDistance,
    isBusy,
    problems,
    changes,
    isChanged,
    submit,
  };
}

function PriceForm(props: FormProps & { readonly shown: ShownMarket }) {
  const { order, shown } = props;
  const t = useT();
  const formats = useFormats();
  const { look, terms } = shown;
  const form = usePriceForm(props);
  const { trails, hadStop, changes, distance } = form;
  const field = (
    name: keyof NewTicks,
    label: string,
    value: string,
    onValueChange: (text: string) => void,
    had: string,
  ) => (
    <DecimalInput
      error={form.problems[name]}
      label={label}
      value={value}
      onValueChange={onValueChange}
      decimals={look.priceDecimals}
      counts={look.quote}
      step={priceText(1, terms)}
      stepFrom={had}
      placeholder={formats.decimal(had)}
    />
  );
  const named = changes?.price ?? changes?.stopPrice;
  const stopLabel = t(trails ? "trade.activationIn" : "lines.newTrigger", { coin: look.quote });
  const priceLabel = t("lines.newPrice", { coin: look.quote });
  return (
    <Form className="stack-4" onSubmit={form.submit}>
      <HadTerms order={order} shown={shown} stop={hadStop} trails={trails} />
      {trails && (
        <DecimalInput
          label={t("trade.distance")}
          value={distance}
          onValueChange={form.setDistance}
          decimals={1}
          counts="%"
          step="0.1"
          error={
            distance !== "" && readTrailing(distance) === undefined ? t("trade.problemRange") : undefined
          }
        />
      )}
      {hadStop !== null && field("stopPrice", stopLabel, form.stop, form.setStop, hadStop)}
      {order.price !== null && field("price", priceLabel, form.price, form.setPrice, order.price)}
      <Notice>{t(noteWords(order))}</Notice>
      <Button type="submit" tone="primary" block busy={form.isBusy} disabled={!form.isChanged}>
        {named === undefined || trails
          ? t(changeWords(order))
          : t("lines.confirm", { price: formats.decimal(named) })}
      </Button>
    </Form>
  );
}
