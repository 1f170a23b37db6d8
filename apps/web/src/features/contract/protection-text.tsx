import { FinancialText } from "@candor/ui/financial-text.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { LivePosition } from "./contract-live.ts";

interface ProtectionTextProps {
  readonly live: LivePosition;
  /** Under each other, in a row of a table. */
  readonly isInRow?: boolean;
}

/** Levels of the whole position, and how many there are of parts; "–" without any. */
export function ProtectionText({ live: { position, partLevels }, isInRow }: ProtectionTextProps) {
  const t = useT();
  const { takeProfitPrice, stopLossPrice } = position;
  const isWhole = takeProfitPrice !== null || stopLossPrice !== null;
  return (
    <>
      {(isWhole || partLevels.length === 0) && (
        <>
          <FinancialText value={takeProfitPrice} />
          {isInRow !== true && " / "}
          <FinancialText value={stopLossPrice} />
        </>
      )}
      {partLevels.length > 0 && (
        <span className="small muted">{t("contract.partLevels", { count: partLevels.length })}</span>
      )}
    </>
  );
}
