import { formatDecimal, trimZeros } from "@candor/money/decimal";
import { Button } from "@candor/ui/button.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { MoveFundsLink } from "../../shared/funds/use-move-funds.tsx";
import { useFreshPrices } from "../../shell/markets/fresh-prices.ts";
import { useOwnFigure } from "../../shell/wallets/balance-text.tsx";
import { quantityText, readQuoteUnits } from "../market/market-terms.ts";
import type { TicketFormProps } from "./ticket-props.ts";
import { isSizedInQuote } from "./ticket-summary.ts";

/** Submit button with action and amount; obstacles are shown above it. */
export function SubmitButton(props: TicketFormProps) {
  const { ticket, summary, terms, status, isBusy, availableUnits } = props;
  const t = useT();
  const formats = useFormats();
  const own = useOwnFigure();
  const isFresh = useFreshPrices();
  const isBuy = ticket.side === "buy";
  const coin = isBuy ? terms.quote : terms.base;
  const scale = isBuy ? terms.scale.quoteScale : terms.scale.baseScale;
  const isShort = summary.affordable === false;
  return (
    <>
      {isShort && (
        <Notice tone="warn" announce>
          {t("trade.notEnough", {
            coin,
            available: own(formats.decimal(formatDecimal(availableUnits ?? 0, scale), { minDecimals: 0 })),
          })}{" "}
          {props.moveFunds ?? (
            <MoveFundsLink to="coin" asset={coin} className="link">
              {t("trade.moveFunds")}
            </MoveFundsLink>
          )}
        </Notice>
      )}
      <Button
        tone={isBuy ? "buy" : "sell"}
        block
        busy={isBusy}
        disabled={status !== "trading" || isShort || !isFresh}
        onClick={props.onSubmit}
      >
        {useSubmitText(props)}
      </Button>
    </>
  );
}

/** "Buy 0.01 BTC": the act with its amount. */
export function useSubmitText({
  ticket,
  terms,
  summary,
}: Pick<TicketFormProps, "ticket" | "terms" | "summary">): string {
  const t = useT();
  const formats = useFormats();
  const isBuy = ticket.side === "buy";
  const coin = terms.base;
  if (isSizedInQuote(ticket) && readQuoteUnits(ticket.total, terms) !== undefined) {
    const values = { coin, amount: formats.decimal(ticket.total), quote: terms.quote };
    return t(isBuy ? "trade.buyFor" : "trade.sellFor", values);
  }
  if (summary.lots !== undefined && summary.lots > 0) {
    const amount = formats.decimal(trimZeros(quantityText(summary.lots, terms)));
    const values = { coin, amount };
    return t(isBuy ? "trade.buyAmount" : "trade.sellAmount", values);
  }
  return t(isBuy ? "trade.buyCoin" : "trade.sellCoin", { coin });
}
