import { liquidationTicksOf } from "@candor/formulas/perpetual/liquidation";
import { initialMarginOf, maintenanceOf, valueCapOf, valueOf } from "@candor/formulas/perpetual/margin";
import { divideCeil, divideFloor } from "@candor/money/integer";
import { KeyValue, type KeyValueLine } from "@candor/ui/card.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { ContractTerms } from "./contract-terms.ts";
import { MoneyText, TicksText, usePpmText } from "./figure-text.tsx";
import { type HeldPosition, marginAt } from "./held-position.ts";
import type { LeverageChange } from "./leverage-cost.ts";
import { type OrderContext, planOrder } from "./order-plan.ts";
import { costInCents } from "./shown-cents.ts";

export interface LeverageEffectsProps {
  readonly terms: ContractTerms;
  readonly leverage: number;
  readonly isCross: boolean;
  /** The contract's position with its orders; in hedge mode both. Empty while loading. */
  readonly legs: readonly OrderContext[];
  readonly change: LeverageChange;
  /** Whether leverage or mode differ from the current ones. */
  readonly isChanged: boolean;
}

/** Effects of a leverage: largest position, liquidation distance, and the change to the open position. */
export function LeverageEffects({ terms, leverage, isCross, legs, change, isChanged }: LeverageEffectsProps) {
  const t = useT();
  const context = legs.find(({ held }) => held !== undefined) ?? legs[0];
  const held = context?.held;
  const isShort = held !== undefined && held.lots < 0;
  const example = exampleOf(terms, leverage, context?.markTicks, isShort);
  const lines: KeyValueLine[] = [
    {
      key: "largest",
      label: t("contract.largestAt", { leverage: leverage }),
      value: <MoneyText units={valueCapOf(terms.brackets, leverage)} terms={terms} hasCoin />,
    },
    {
      key: "maintenance",
      label: t("contract.maintenanceRate"),
      value: <Ppm ppm={example.maintenancePpm} />,
    },
  ];
  if (!isCross)
    lines.push({
      key: "distance",
      label: t(isShort ? "contract.liquidatedAfterRise" : "contract.liquidatedAfter"),
      value: (
        <span className="warn">
          {example.distancePpm === undefined ? "–" : <Ppm ppm={example.distancePpm} />}
        </span>
      ),
    });
  if (legs.some(hasMargin)) {
    const { neededUnits, freedUnits } = change;
    // Neither is a gain or a loss. What is needed is rounded up, what becomes free is cut.
    const units = freedUnits > 0 ? freedUnits : costInCents(neededUnits, terms.scale.quoteScale);
    lines.push({
      key: "extra",
      label: t(freedUnits > 0 ? "contract.freedMargin" : "contract.extraMargin"),
      value: <MoneyText units={units} terms={terms} hasCoin />,
    });
  }
  if (held !== undefined && context !== undefined) {
    lines.push({
      key: "liquidation",
      label: t("contract.ownLiquidation", { symbol: terms.symbol }),
      value: (
        <>
          <TicksText ticks={liquidationOf(context, held)} terms={terms} />
          {isChanged && " → "}
          {isChanged && (
            <TicksText
              ticks={liquidationOf(context, { ...held, marginUnits: marginAfter(held, leverage) })}
              terms={terms}
              className="warn"
            />
          )}
        </>
      ),
      total: true,
    });
  }
  return <KeyValue lines={lines} />;
}

function Ppm({ ppm }: { readonly ppm: number | undefined }) {
  const ppmText = usePpmText();
  return (
    <span className="n" translate="no">
      {ppmText(ppm)}
    </span>
  );
}

/** Whether a leverage changes the margin of anything: a position or resting orders. */
const hasMargin = ({ held, resting }: OrderContext): boolean =>
  held !== undefined || resting.buyLots > 0 || resting.sellLots > 0;

const marginAfter = (held: HeldPosition, leverage: number): number =>
  leverage === held.leverage ? held.marginUnits : marginAt(held, leverage);

/** Liquidation price of a position, from a plan for an order of zero lots. */
function liquidationOf(context: OrderContext, held: HeldPosition): number {
  const nothing = { side: "buy", lots: 0, ticks: 0, reduceOnly: false } as const;
  return planOrder(nothing, { ...context, held }).liquidationTicks;
}

const PPM = 1_000_000;

/** A small position at the mark price, on the held side: its distance to liquidation and its maintenance. */
function exampleOf(terms: ContractTerms, leverage: number, markTicks: number | undefined, isShort: boolean) {
  const maintenancePpm = terms.brackets[0]?.maintenancePpm;
  if (markTicks === undefined || markTicks === 0) return { maintenancePpm, distancePpm: undefined };
  const factor = terms.scale.quoteUnitsPerTickLot;
  // Large enough to hide rounding, small enough for the first tier.
  const lots = Math.max(1, divideFloor(terms.brackets[0]?.capUnits ?? 0, 2 * markTicks * factor));
  const value = valueOf(lots, markTicks, factor);
  const liquidation = liquidationTicksOf(
    isShort ? -lots : lots,
    value,
    initialMarginOf(value, leverage),
    terms.brackets,
    factor,
  );
  return {
    maintenancePpm: divideCeil(maintenanceOf(terms.brackets, value) * PPM, value),
    distancePpm: divideFloor(Math.abs(markTicks - liquidation) * PPM, markTicks),
  };
}
