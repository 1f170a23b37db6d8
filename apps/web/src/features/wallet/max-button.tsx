import { trimZeros } from "@candor/money/decimal";
import { useT } from "../../i18n/use-t.ts";

interface MaxButtonProps {
  /** Decimal string; null: not known yet. */
  readonly amount: string | null;
  readonly onAmount: (amount: string) => void;
}

/** In an amount's field: fills in the most that there can be. */
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
