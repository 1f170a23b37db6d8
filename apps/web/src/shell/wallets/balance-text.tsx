import { FinancialText, type FinancialTextProps } from "@candor/ui/financial-text.tsx";
import { useAppStore } from "../../state/app-store.ts";

/** One of the user's own amounts: dots while balances are hidden on this device. */
export function BalanceText(props: Omit<FinancialTextProps, "hidden">) {
  const isHidden = useAppStore((state) => state.balancesHidden);
  return <FinancialText {...props} hidden={isHidden} />;
}

const HIDDEN = "••••••";

/** The same for an amount inside a sentence. */
export function useOwnFigure(): (figure: string) => string {
  const isHidden = useAppStore((state) => state.balancesHidden);
  return (figure) => (isHidden ? HIDDEN : figure);
}
