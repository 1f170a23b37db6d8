import type { POSITION_ENDS } from "@candor/domain/enumerations";
import { signOfDecimal } from "@candor/text/decimal-text";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { returnText } from "../../shared/profit/return-text.ts";
import { useMarketFormats } from "../market/use-market.ts";

type PositionEnd = (typeof POSITION_ENDS)[number];

/** How a position ended. */
export const END_WORDS: Readonly<Record<PositionEnd, MessageKey>> = {
  order: "profit.endOrder",
  "stop-loss": "profit.endStopLoss",
  "take-profit": "profit.endTakeProfit",
  "trailing-stop": "profit.endTrailingStop",
  liquidation: "profit.endLiquidation",
  adl: "profit.endAdl",
};

/** "+14.86%": a fraction of the wire as percentage, in its color. */
export function ReturnRate({ rate }: { readonly rate: string }) {
  const formats = useFormats();
  const sign = signOfDecimal(rate);
  return (
    <span className={`n ${sign > 0 ? "up" : sign < 0 ? "down" : ""}`} translate="no">
      {returnText(formats, rate)}
    </span>
  );
}

/** "0.05 BTC": a contract's amount with its coin, which is missing once the contract is no longer listed. */
export function CoinAmount({ value, symbol }: { readonly value: string; readonly symbol: string }) {
  const coin = useMarketFormats("contract")(symbol)?.base;
  return <FinancialText value={value} minDecimals={0} {...(coin !== undefined && { asset: coin })} />;
}
