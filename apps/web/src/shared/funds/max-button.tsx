import { trimZeros } from "@candor/money/decimal";
import { useT } from "../../i18n/use-t.ts";

interface MaxButtonProps {
  /** Decimal string; null while loading. */
  readonly amount: string | null;
  readonly onAmount: (amount: string) => void;
}

/** Button in an amount field that fills in the maximum. */
export function MaxButton({ amount, onAmount }: MaxButtonProps) {
  const t = useT();
  return (
    <button
      type="button"
      className="u link max"
      disabled={amount === null}
      onClick={() => onAmount(trimZeros(amount ?? ""))}
    >
      {t("wallet.max")}
    </button>
  );
}
