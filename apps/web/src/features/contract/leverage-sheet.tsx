import { divideCeil, divideFloor } from "@candor/money/integer";
import { liquidationTicksOf } from "@candor/protocol/perpetual-formulas/liquidation";
import {
  initialMarginOf,
  maintenanceOf,
  valueCapOf,
  valueOf,
} from "@candor/protocol/perpetual-formulas/margin";
import { Button, ButtonLink, IconButton } from "@candor/ui/button.tsx";
import { KeyValue, type KeyValueLine } from "@candor/ui/card.tsx";
import { MinusIcon, PlusIcon } from "@candor/ui/icons.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Segmented } from "@candor/ui/segmented.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { Slider } from "@candor/ui/slider.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { contractPath, loginPath } from "../../shell/routes.ts";
import type { ContractTerms } from "./contract-terms.ts";
import { MoneyText, TicksText, usePpmText, useUnitsText } from "./figure-text.tsx";
import type { HeldPosition } from "./held-position.ts";
import { type OrderContext, planOrder } from "./order-plan.ts";
import type { ContractActs } from "./use-contract-acts.ts";
import type { ContractSettings } from "./use-contract-ticket.ts";

export interface LeverageSheetProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly terms: ContractTerms;
  readonly settings: ContractSettings;
  /** Undefined: not known yet. */
  readonly context: OrderContext | undefined;
  readonly isLoggedIn: boolean;
  /** A position or an order is open: the mode stays. */
  readonly isModeFixed: boolean;
  readonly acts: ContractActs;
}

/** Leverage and margin mode, with what they change. */
export function LeverageSheet(props: LeverageSheetProps) {
  const t = useT();
  return (
    <Sheet
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={`${t("contract.leverage")} · ${props.terms.symbol}`}
    >
      <LeverageForm {...props} />
    </Sheet>
  );
}

type Mode = "isolated" | "cross";

function LeverageForm({
  onOpenChange,
  terms,
  settings,
  context,
  isModeFixed,
  acts,
  isLoggedIn,
}: LeverageSheetProps) {
  const t = useT();
  const unitsText = useUnitsText(terms);
  const [leverage, setLeverage] = useState(settings.leverage);
  const [mode, setMode] = useState<Mode>(settings.isCross ? "cross" : "isolated");
  const [isBusy, setBusy] = useState(false);
  const choose = (next: number) => setLeverage(Math.min(terms.maxLeverage, Math.max(1, next)));
  const held = context?.held;
  const capUnits = valueCapOf(terms.brackets, leverage);
  const worthUnits =
    held === undefined ? 0 : valueOf(held.lots, held.markTicks, terms.scale.quoteUnitsPerTickLot);
  const isOverCap = worthUnits > capUnits;
  const extraUnits =
    held === undefined || leverage === settings.leverage ? 0 : marginAt(held, leverage) - held.marginUnits;
  const isShort = context !== undefined && extraUnits > context.account.usableUnits;
  const isSame = leverage === settings.leverage && (mode === "cross") === settings.isCross;
  const save = async () => {
    if (isSame) return onOpenChange(false);
    setBusy(true);
    const isDone = await acts.setLeverage(terms.symbol, leverage, mode);
    setBusy(false);
    if (isDone) onOpenChange(false);
  };
  return (
    <div className="stack-4">
      <Segmented
        label={t("contract.marginMode")}
        value={mode}
        onValueChange={(next) => !isModeFixed && setMode(next)}
        choices={[
          { value: "isolated", label: t("contract.isolated") },
          { value: "cross", label: t("contract.cross") },
        ]}
      />
      <p className="small muted">
        {t(mode === "cross" ? "contract.crossHint" : "contract.isolatedHint")}
        {isModeFixed && ` ${t("contract.modeFixed")}`}
      </p>
      <div>
        <div className="row between leverage-step">
          <IconButton
            label={t("shell.decrease")}
            onClick={() => choose(leverage - 1)}
            disabled={leverage <= 1}
          >
            <MinusIcon />
          </IconButton>
          <output className="leverage-figure n">{leverage}×</output>
          <IconButton
            label={t("shell.increase")}
            onClick={() => choose(leverage + 1)}
            disabled={leverage >= terms.maxLeverage}
          >
            <PlusIcon />
          </IconButton>
        </div>
        <Slider
          label={t("contract.leverage")}
          value={leverage}
          onValueChange={choose}
          min={1}
          max={terms.maxLeverage}
          stops={stopsUpTo(terms.maxLeverage)}
          textOf={(value) => `${value}×`}
        />
      </div>
      <KeyValue lines={effects(leverage, mode === "cross")} />
      {isOverCap && (
        <Notice tone="warn" announce>
          {t("contract.leverageOverCap", { value: `${unitsText(worthUnits)} ${terms.quote}` })}
        </Notice>
      )}
      {isShort && (
        <Notice tone="warn" announce>
          {t("contract.notEnough", { available: `${unitsText(context.account.usableUnits)} ${terms.quote}` })}
        </Notice>
      )}
      <Notice>{t(mode === "cross" ? "contract.crossNote" : "contract.leverageNote")}</Notice>
      {isLoggedIn ? (
        <Button
          tone="primary"
          block
          busy={isBusy}
          disabled={isOverCap || isShort || context === undefined}
          onClick={() => void save()}
        >
          {t("contract.setLeverage", { leverage })}
        </Button>
      ) : (
        <ButtonLink to={loginPath(contractPath(terms.symbol))} tone="primary" block>
          {t("trade.loginToTrade")}
        </ButtonLink>
      )}
    </div>
  );

  function effects(chosen: number, isCross: boolean): KeyValueLine[] {
    const example = exampleOf(terms, chosen, context?.markTicks);
    const lines: KeyValueLine[] = [
      {
        key: "largest",
        label: t("contract.largestAt", { leverage: chosen }),
        value: <MoneyText units={capUnits} terms={terms} hasCoin />,
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
        label: t("contract.liquidatedAfter"),
        value: (
          <span className="warn">
            {example.distancePpm === undefined ? "–" : <Ppm ppm={example.distancePpm} />}
          </span>
        ),
      });
    if (held !== undefined && context !== undefined) {
      lines.push({
        key: "extra",
        label: t("contract.extraMargin"),
        value: <MoneyText units={extraUnits} terms={terms} hasCoin signed />,
      });
      lines.push({
        key: "liquidation",
        label: t("contract.ownLiquidation", { symbol: terms.symbol }),
        value: (
          <>
            <TicksText ticks={liquidationOf(context, held)} terms={terms} /> →{" "}
            <TicksText
              ticks={liquidationOf(context, { ...held, marginUnits: held.marginUnits + extraUnits })}
              terms={terms}
              className="warn"
            />
          </>
        ),
        total: true,
      });
    }
    return lines;
  }
}

function Ppm({ ppm }: { readonly ppm: number | undefined }) {
  const ppmText = usePpmText();
  return <span className="n">{ppmText(ppm)}</span>;
}

/** As the core: a higher leverage leaves an isolated margin as it is, a lower one fills it up; a cross one follows. */
function marginAt(held: HeldPosition, leverage: number): number {
  const wanted = initialMarginOf(held.costUnits, leverage);
  return held.isCross ? wanted : Math.max(held.marginUnits, wanted);
}

/** Where a position is liquidated: what an order that changes nothing would leave. */
function liquidationOf(context: OrderContext, held: HeldPosition): number {
  const nothing = { side: "buy", lots: 0, ticks: 0, reduceOnly: false } as const;
  return planOrder(nothing, { ...context, held }).liquidationTicks;
}

const PPM = 1_000_000;

/** The smallest long position at the mark: how far the price may fall, and the maintenance that it needs. */
function exampleOf(terms: ContractTerms, leverage: number, markTicks: number | undefined) {
  const maintenancePpm = terms.brackets[0]?.maintenancePpm;
  if (markTicks === undefined || markTicks === 0) return { maintenancePpm, distancePpm: undefined };
  const factor = terms.scale.quoteUnitsPerTickLot;
  // Large enough that rounding does not show, small enough for the first tier.
  const lots = Math.max(1, divideFloor(terms.brackets[0]?.capUnits ?? 0, 2 * markTicks * factor));
  const value = valueOf(lots, markTicks, factor);
  const liquidation = liquidationTicksOf(
    lots,
    value,
    initialMarginOf(value, leverage),
    terms.brackets,
    factor,
  );
  return {
    maintenancePpm: divideCeil(maintenanceOf(terms.brackets, value) * PPM, value),
    distancePpm: 0 - divideFloor((markTicks - liquidation) * PPM, markTicks),
  };
}

const QUARTERS = [0.25, 0.5, 0.75, 1];

/** 1, 25, 50, 75 and 100 for a largest of 100. */
const stopsUpTo = (max: number): readonly number[] => [
  ...new Set([1, ...QUARTERS.map((share) => Math.max(1, Math.round(max * share)))]),
];
