import { formatDecimal } from "@candor/money/decimal";
import { KeyValue, type KeyValueLine } from "@candor/ui/card.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { PlusIcon } from "@candor/ui/icons.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { lazy, Suspense } from "react";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import { MoveFundsLink } from "../../shared/funds/use-move-funds.tsx";
import { loadPart } from "../../shell/code-loading/load-part.ts";
import { BalanceText } from "../../shell/wallets/balance-text.tsx";
import { shownDecimals } from "../market/market-terms.ts";
import { BeyondBookNotice } from "./beyond-book-notice.tsx";
import type { TicketFormProps } from "./ticket-props.ts";
import type { TicketSummary } from "./ticket-summary.ts";

/** Lazy: not needed for the first render. */
const AnnouncedFees = lazy(async () => ({
  default: (await loadPart(() => import("../../shared/announced-terms/announced-terms.tsx"))).AnnouncedFees,
}));

interface ReceiveLine {
  readonly words: MessageKey;
  readonly units: number | undefined;
}

/** Proceeds; both legs of an OCO sell, because one line would not say which leg it means. */
function receiveLines({ legs, isReceiveExact, receiveUnits }: TicketSummary): readonly ReceiveLine[] {
  if (legs === undefined)
    return [{ words: isReceiveExact ? "trade.receiveAtLeast" : "trade.receiveAbout", units: receiveUnits }];
  return [
    { words: "trade.receiveAtLimit", units: legs.limitUnits },
    { words: isReceiveExact ? "trade.receiveAtStop" : "trade.receiveAtStopAbout", units: legs.stopUnits },
  ];
}

/** Cost and proceeds, before the order is sent. */
export function TicketCosts({
  terms,
  ticket,
  summary,
  availableUnits,
  takerFeeRate,
  isLoggedIn,
  isPending = false,
  available,
  availableLabel,
}: TicketFormProps) {
  const t = useT();
  const formats = useFormats();
  const { scale, base, quote } = terms;
  const money = (units: number | undefined, isQuote: boolean, isOwn = false) => {
    const coinScale = isQuote ? scale.quoteScale : scale.baseScale;
    const Text = isOwn ? BalanceText : FinancialText;
    return (
      <Text
        value={units === undefined ? null : formatDecimal(units, coinScale)}
        asset={isQuote ? quote : base}
        minDecimals={isQuote ? shownDecimals(coinScale) : 0}
      />
    );
  };
  const isBuy = ticket.side === "buy";
  const receivesQuote = summary.receives === "quote";
  const lines: KeyValueLine[] = [
    {
      key: "fee",
      label: t("trade.feeIn", { coin: receivesQuote ? quote : base, rate: formats.rate(takerFeeRate) }),
      value: money(summary.feeUnits, receivesQuote),
    },
    ...receiveLines(summary).map(({ words, units }) => ({
      key: words,
      label: t(words),
      value: money(units, receivesQuote),
    })),
  ];
  // An untriggered buy freezes more than amount × price.
  if (isBuy && (ticket.type === "stop-market" || ticket.type === "oco" || ticket.type === "trailing-stop")) {
    lines.unshift({ key: "freezes", label: t("trade.freezes"), value: money(summary.paysUnits, true) });
  }
  if (isLoggedIn) {
    const coin = isBuy ? quote : base;
    lines.unshift({
      key: "available",
      label: availableLabel ?? t("trade.available"),
      value: available ?? (
        <MoveFundsLink to="coin" asset={coin} className="ticket-available" title={t("trade.moveFunds")}>
          {money(availableUnits, isBuy, true)}
          <PlusIcon size="s" />
          <span className="vh">{t("trade.moveFunds")}</span>
        </MoveFundsLink>
      ),
    });
  }
  return (
    <>
      <KeyValue small lines={lines} />
      <BeyondBookNotice shown={summary.isBeyondBook} />
      {!isPending && (
        <Suspense>
          <AnnouncedFees symbol={terms.symbol} />
        </Suspense>
      )}
    </>
  );
}
