import { Sheet } from "@candor/ui/sheet.tsx";
import { Tabs } from "@candor/ui/tabs.tsx";
import type { WireMarket } from "@candor/wire/objects";
import { type ComponentType, useId, useState } from "react";
import { useT } from "../../../i18n/use-t.ts";
import { FundingCalculator } from "./funding-calculator.tsx";
import { ProfitCalculator, TargetCalculator } from "./profit-calculators.tsx";
import { LiquidationCalculator, SizeCalculator } from "./risk-calculators.tsx";
import { type Calculator, type CalculatorStart, useCalculator } from "./use-calculator.ts";
import "./calculator.css";

interface CalculatorSheetProps extends CalculatorStart {
  readonly market: WireMarket;
  readonly onClose: () => void;
}

/** Calculators for positions of the contract. Nothing is sent. */
export function CalculatorSheet(props: CalculatorSheetProps) {
  const t = useT();
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={`${t("contract.calculator")} · ${props.terms.symbol}`}
    >
      <Calculators {...props} />
    </Sheet>
  );
}

const TABS = {
  profit: { words: "tools.profit", Part: ProfitCalculator },
  target: { words: "tools.targetPrice", Part: TargetCalculator },
  liquidation: { words: "contract.liquidationShort", Part: LiquidationCalculator },
  size: { words: "tools.largestSize", Part: SizeCalculator },
  funding: { words: "contract.fundingPaid", Part: FundingCalculator },
} as const satisfies Readonly<
  Record<string, { readonly words: string; readonly Part: ComponentType<Calculator> }>
>;
type Tab = keyof typeof TABS;
const NAMES = Object.keys(TABS) as readonly Tab[];

function Calculators({ market, ...start }: CalculatorSheetProps) {
  const t = useT();
  const panel = useId();
  const [tab, setTab] = useState<Tab>("profit");
  const calculator = useCalculator(start, market);
  const { Part, words } = TABS[tab];
  return (
    <div className="stack-4" translate="no">
      <Tabs
        label={t("contract.calculator")}
        value={tab}
        onValueChange={setTab}
        choices={NAMES.map((value) => ({ value, label: t(TABS[value].words) }))}
        panelId={panel}
      />
      <div id={panel} role="tabpanel" className="stack-4" aria-label={t(words)}>
        <Part {...calculator} />
      </div>
    </div>
  );
}
