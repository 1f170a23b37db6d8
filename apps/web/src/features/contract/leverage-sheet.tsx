import { valueCapOf } from "@candor/formulas/perpetual/margin";
import { Button, ButtonLink, IconButton } from "@candor/ui/button.tsx";
import { MinusIcon, PlusIcon } from "@candor/ui/icons.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Segmented } from "@candor/ui/segmented.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { Slider } from "@candor/ui/slider.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { HelpButton } from "../../shared/help/help-button.tsx";
import { contractPath, loginPath } from "../../shell/routing/routes.ts";
import { useOwnFigure } from "../../shell/wallets/balance-text.tsx";
import type { LiveContracts } from "./contract-live.ts";
import type { ContractTerms } from "./contract-terms.ts";
import { useUnitsText } from "./figure-text.tsx";
import { exposureUnits, leverageChange } from "./leverage-cost.ts";
import { LeverageEffects } from "./leverage-effects.tsx";
import type { OrderContext } from "./order-plan.ts";
import type { ContractActions } from "./use-contract-actions.ts";
import type { ContractSettings } from "./use-contract-ticket.ts";

export interface LeverageSheetProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly terms: ContractTerms;
  readonly settings: ContractSettings;
  /** The contract's position with its orders; in hedge mode both. Empty while loading. */
  readonly legs: readonly OrderContext[];
  readonly isLoggedIn: boolean;
  /** Mode cannot change while a position or an order is open. */
  readonly isModeFixed: boolean;
  readonly contracts: LiveContracts;
  readonly acts: ContractActions;
}

/** Leverage and margin mode with their effects. */
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

/** The choice of leverage and mode, and what prevents it. */
function useLeverageChoice({ onOpenChange, terms, settings, legs, acts }: LeverageSheetProps) {
  const [leverage, setLeverage] = useState(settings.leverage);
  const [mode, setMode] = useState<Mode>(settings.isCross ? "cross" : "isolated");
  const [isBusy, setBusy] = useState(false);
  const worthUnits = exposureUnits(legs);
  const isOverCap = worthUnits > valueCapOf(terms.brackets, leverage);
  const change = leverageChange(legs, leverage);
  const isShort = legs.some(({ account }) => change.neededUnits > account.usableUnits);
  const isSame = leverage === settings.leverage && (mode === "cross") === settings.isCross;
  const save = async () => {
    setBusy(true);
    const isDone = await acts.setLeverage(terms.symbol, leverage, mode);
    setBusy(false);
    if (isDone) onOpenChange(false);
  };
  return {
    leverage,
    setLeverage,
    mode,
    setMode,
    isBusy,
    worthUnits,
    change,
    isSame,
    isOverCap,
    isShort,
    save,
  };
}

function LeverageForm(props: LeverageSheetProps) {
  const { terms, legs, isModeFixed, isLoggedIn } = props;
  const [first] = legs;
  const t = useT();
  const unitsText = useUnitsText(terms);
  const own = useOwnFigure();
  const choice = useLeverageChoice(props);
  const { leverage, mode, change, isSame, isOverCap, isShort } = choice;
  return (
    <div className="stack-4">
      <Segmented
        label={t("contract.marginMode")}
        value={mode}
        onValueChange={(next) => !isModeFixed && choice.setMode(next)}
        choices={[
          { value: "isolated", label: t("contract.isolated") },
          { value: "cross", label: t("contract.cross") },
        ]}
      />
      <p className="small muted">
        {t(mode === "cross" ? "contract.crossHint" : "contract.isolatedHint")}
        {isModeFixed && ` ${t("contract.modeFixed")}`}{" "}
        <HelpButton article="contracts" topic={t("contract.marginMode")} />
      </p>
      <LeverageDial value={leverage} max={terms.maxLeverage} onValueChange={choice.setLeverage} />
      <LeverageEffects
        {...{ terms, leverage, legs, change, isChanged: !isSame }}
        isCross={mode === "cross"}
      />
      {isOverCap && (
        <Notice tone="warn" announce>
          {t("contract.leverageOverCap", { value: `${unitsText(choice.worthUnits)} ${terms.quote}` })}
        </Notice>
      )}
      {first !== undefined && isShort && (
        <Notice tone="warn" announce>
          {t("contract.notEnough", {
            available: own(`${unitsText(first.account.usableUnits)} ${terms.quote}`),
          })}
        </Notice>
      )}
      <Notice>
        {t(mode === "cross" ? "contract.crossNote" : "contract.leverageNote")}{" "}
        <HelpButton article="leverage" topic={t("contract.leverage")} />
      </Notice>
      {isLoggedIn ? (
        <Button
          tone="primary"
          block
          busy={choice.isBusy}
          disabled={isSame || isOverCap || isShort || first === undefined}
          onClick={() => void choice.save()}
        >
          {t("contract.setLeverage", { leverage })}
        </Button>
      ) : (
        <ButtonLink to={loginPath(contractPath(terms.symbol))} tone="primary" block>
          {t("trade.loginToTrade")}
        </ButtonLink>
      )}
      {isLoggedIn && <PositionMode {...props} />}
    </div>
  );
}

/** One-way or hedge mode, which takes effect at once for all contracts. */
function PositionMode({ contracts, acts }: LeverageSheetProps) {
  const { isHedged, positions, orders } = contracts;
  // It cannot change while a position or an order of any contract is open.
  const isFixed = positions.length + orders.length > 0;
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const choose = async (next: "one-way" | "hedge") => {
    if (isBusy || isFixed || (next === "hedge") === isHedged) return;
    setBusy(true);
    await acts.setPositionMode(next);
    setBusy(false);
  };
  return (
    <div className="stack-3">
      <h3 className="small muted">{t("contract.positionMode")}</h3>
      <Segmented
        label={t("contract.positionMode")}
        value={isHedged ? "hedge" : "one-way"}
        onValueChange={(next) => void choose(next)}
        choices={[
          { value: "one-way", label: t("contract.oneWay") },
          { value: "hedge", label: t("contract.hedge") },
        ]}
      />
      <p className="small muted">
        {t(isHedged ? "contract.hedgeHint" : "contract.oneWayHint")}
        {isFixed && ` ${t("contract.positionModeFixed")}`}
      </p>
    </div>
  );
}

interface LeverageDialProps {
  readonly value: number;
  readonly max: number;
  readonly onValueChange: (leverage: number) => void;
}

/** The value with step buttons and a slider below. */
function LeverageDial({ value, max, onValueChange }: LeverageDialProps) {
  const t = useT();
  const choose = (next: number) => onValueChange(Math.min(max, Math.max(1, next)));
  return (
    <div>
      <div className="row between leverage-step">
        <IconButton label={t("shell.decrease")} onClick={() => choose(value - 1)} disabled={value <= 1}>
          <MinusIcon />
        </IconButton>
        <output className="leverage-figure n" translate="no">
          {value}×
        </output>
        <IconButton label={t("shell.increase")} onClick={() => choose(value + 1)} disabled={value >= max}>
          <PlusIcon />
        </IconButton>
      </div>
      <Slider
        label={t("contract.leverage")}
        value={value}
        onValueChange={choose}
        min={1}
        max={max}
        stops={stopsUpTo(max)}
        textOf={(each) => `${each}×`}
      />
    </div>
  );
}

const QUARTERS = [0.25, 0.5, 0.75, 1];

/** 1, 25, 50, 75 and 100 for a maximum of 100. */
const stopsUpTo = (max: number): readonly number[] => [
  ...new Set([1, ...QUARTERS.map((share) => Math.max(1, Math.round(max * share)))]),
];
