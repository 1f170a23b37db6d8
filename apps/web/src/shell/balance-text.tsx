import { FinancialText, type FinancialTextProps } from "@candor/ui/financial-text.tsx";
import { useAppStore } from "../state/app-store.ts";

/** A figure of what the reader owns: dots wherever balances are hidden on this device. */
export function BalanceText(props: Omit<FinancialTextProps, "hidden">) {
  const isHidden = useAppStore((state) => state.balancesHidden);
  return <FinancialText {...props} hidden={isHidden} />;
}

const HIDDEN = "••••••";

/** The same for a figure within a sentence. */
export function useOwnFigure(): (figure: string) => string {
  const isHidden = useAppStore((state) => state.balancesHidden);
  return (figure) => (isHidden ? HIDDEN : figure);
}
