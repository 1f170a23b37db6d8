import { Button } from "@candor/ui/button.tsx";
import type { WireMarket } from "@candor/wire/objects";
import { lazy, Suspense, useState } from "react";
import { withWords } from "../../../i18n/i18n.ts";
import { useT } from "../../../i18n/use-t.ts";
import { loadPart } from "../../../shell/code-loading/load-part.ts";
import { useAppStore } from "../../../state/app-store.ts";
import type { CalculatorStart } from "./use-calculator.ts";

const CalculatorSheet = lazy(async () => ({
  default: (await loadPart(() => withWords(["tools"], () => import("./calculator-sheet.tsx"))))
    .CalculatorSheet,
}));

/** Opens the calculators, for visitors too. */
export function CalculatorButton(props: CalculatorStart & { readonly market: WireMarket }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  // A hidden balance is not shown in a field either.
  const isHidden = useAppStore((state) => state.balancesHidden);
  const usableUnits = isHidden ? undefined : props.usableUnits;
  return (
    <>
      <Button size="small" tone="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("contract.calculator")}
      </Button>
      <Suspense>
        {isOpen && (
          <CalculatorSheet
            {...props}
            usableUnits={usableUnits}
            contextOf={isHidden ? () => undefined : props.contextOf}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
