import { multiplyDivideFloor } from "@candor/money/integer";
import { KeyValue } from "@candor/ui/card.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Segmented } from "@candor/ui/segmented.tsx";
import { useT } from "../../../i18n/use-t.ts";
import { LotsText, MoneyText, TicksText, usePpmText, useUnitsText } from "../figure-text.tsx";
import { costOfLots, valueOfLots } from "../order-size.ts";
import {
  Assumptions,
  ExceededText,
  LeverageField,
  MoneyField,
  PriceField,
  QuantityField,
  SideField,
} from "./calculator-fields.tsx";
import {
  closesHeld,
  crossLiquidation,
  crossLiquidationIn,
  isolatedLiquidation,
  largestSize,
  openingCost,
  type SizeLimit,
} from "./calculator-figures.ts";
import { useSizeLines } from "./profit-calculators.tsx";
import type { Calculator } from "./use-calculator.ts";

const PPM = 1_000_000;

/** The result, and what the balance lacks to open the position with cross margin. */
function liquidationOf({ fields, input, context }: Calculator) {
  const { position, addedUnits, balanceUnits } = input;
  if (position === undefined) return {};
  if (fields.mode === "isolated")
    return addedUnits === undefined ? {} : { ticks: isolatedLiquidation(position, addedUnits) };
  if (balanceUnits === undefined) return {};
  const neededUnits = openingCost(position);
  const closes = context !== undefined && closesHeld(context, position);
  if (balanceUnits < neededUnits && !closes) return { neededUnits };
  return {
    ticks:
      context === undefined
        ? crossLiquidation(position, balanceUnits)
        : crossLiquidationIn(context, position, balanceUnits),
  };
}

/** Liquidation price with isolated or cross margin. */
export function LiquidationCalculator(calculator: Calculator) {
  const { terms, fields, set, input } = calculator;
  const t = useT();
  const ppmText = usePpmText();
  const unitsText = useUnitsText(terms);
  const { ticks, neededUnits } = liquidationOf(calculator);
  const entry = input.position?.entryTicks;
  const isCross = fields.mode === "cross";
  return (
    <>
      <SideField {...calculator} />
      <Segmented
        label={t("contract.marginMode")}
        value={fields.mode}
        onValueChange={(mode) => set({ mode })}
        choices={[
          { value: "isolated", label: t("contract.isolated") },
          { value: "cross", label: t("contract.cross") },
        ]}
      />
      <div className="g2 calculator-pair">
        <PriceField {...calculator} name="entry" label={t("tools.entryPrice", { coin: terms.quote })} />
        <QuantityField {...calculator} />
      </div>
      <LeverageField {...calculator} />
      <BackingField {...calculator} />
      <ExceededText {...calculator} />
      {neededUnits !== undefined && (
        <Notice tone="warn" announce>
          {t("tools.balanceShort", { amount: `${unitsText(neededUnits)} ${terms.quote}` })}
        </Notice>
      )}
      <KeyValue
        lines={[
          ...useSizeLines(calculator),
          {
            key: "distance",
            label: t("tools.distance"),
            value:
              ticks === undefined || ticks === 0 || entry === undefined
                ? "–"
                : ppmText(distancePpm(ticks, entry), true),
          },
          {
            key: "liquidation",
            label: t("contract.liquidation"),
            value:
              ticks === 0 ? (
                t("tools.noLiquidation")
              ) : (
                <TicksText ticks={ticks} terms={terms} className="warn" />
              ),
            total: true,
          },
        ]}
      />
      <Assumptions
        words={
          !isCross
            ? "tools.isolatedAssumes"
            : calculator.context === undefined
              ? "tools.crossAssumes"
              : "tools.crossAccount"
        }
        article="leverage"
        topic="contract.liquidation"
      />
    </>
  );
}

/** What backs the position: the wallet, or margin that is added to its own. */
function BackingField(calculator: Calculator) {
  const t = useT();
  const coin = calculator.terms.quote;
  return calculator.fields.mode === "cross" ? (
    <MoneyField {...calculator} name="balance" label={t("tools.walletBalance", { coin })} />
  ) : (
    <MoneyField
      {...calculator}
      name="added"
      label={t("tools.addedMargin", { coin })}
      placeholder={t("trade.optional")}
    />
  );
}

/** Change from the entry price to another one in ppm, rounded toward zero. */
function distancePpm(ticks: number, entryTicks: number): number {
  const size = multiplyDivideFloor(Math.abs(ticks - entryTicks), PPM, entryTicks);
  return ticks < entryTicks ? 0 - size : size;
}

const LIMIT_WORDS: Readonly<
  Record<SizeLimit, "tools.limitBalance" | "tools.limitLeverage" | "tools.limitOrder">
> = {
  balance: "tools.limitBalance",
  leverage: "tools.limitLeverage",
  order: "tools.limitOrder",
};

/** Largest position that a balance opens. */
export function SizeCalculator(calculator: Calculator) {
  const { terms, input } = calculator;
  const t = useT();
  const { entryTicks, leverage, balanceUnits } = input;
  const isKnown = entryTicks !== undefined && leverage !== undefined && balanceUnits !== undefined;
  const largest = isKnown ? largestSize(terms, entryTicks, leverage, balanceUnits) : undefined;
  const [value, cost] =
    isKnown && largest !== undefined
      ? [valueOfLots(largest.lots, entryTicks, terms), costOfLots(largest.lots, entryTicks, terms, leverage)]
      : [];
  return (
    <>
      <MoneyField {...calculator} name="balance" label={t("tools.walletBalance", { coin: terms.quote })} />
      <div className="g2 calculator-pair">
        <PriceField {...calculator} name="entry" label={t("tools.entryPrice", { coin: terms.quote })} />
        <LeverageField {...calculator} />
      </div>
      <KeyValue
        lines={[
          {
            key: "value",
            label: t("tools.value"),
            value: <MoneyText units={value} terms={terms} hasCoin />,
          },
          {
            key: "cost",
            label: t("tools.marginAndFee"),
            value: <MoneyText units={cost} terms={terms} hasCoin />,
          },
          {
            key: "limit",
            label: t("tools.limitedBy"),
            value: largest === undefined ? "–" : t(LIMIT_WORDS[largest.limit]),
          },
          {
            key: "largest",
            label: t("tools.largestSize"),
            value: <LotsText lots={largest?.lots} terms={terms} hasCoin />,
            total: true,
          },
        ]}
      />
      <Assumptions words="tools.sizeAssumes" article="leverage" topic="tools.largestSize" />
    </>
  );
}
