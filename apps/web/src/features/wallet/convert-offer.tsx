import { trimZeros } from "@candor/money/decimal";
import { Button } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { SwapIcon } from "@candor/ui/icons.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { CallReply } from "@candor/wire/calls";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { refresh, toastError, useAct } from "../../shell/calls/use-call.ts";
import { fundOrderPath } from "../../shell/routing/routes.ts";
import { live } from "../../shell/services/services.ts";
import { useNow } from "../../shell/time/use-now.ts";
import { isUsualDirection, priceOf } from "./convert-price.ts";
import type { HeldQuote } from "./use-conversion.ts";

type Quote = CallReply<"convertQuote">;

const TICK_MS = 500;
const SECOND_MS = 1_000;

interface OfferProps {
  readonly held: HeldQuote;
  /** The input that the quote was requested for. */
  readonly asked: string;
  readonly isAsking: boolean;
  readonly onDone: () => void;
}

/** The quote with spread and remaining time. */
export function ConvertOffer({ held, asked, isAsking, onDone }: OfferProps) {
  const t = useT();
  const formats = useFormats();
  const nowMs = useNow(TICK_MS);
  const accepting = useAct("convertAccept");
  const { quote, requestId, untilMs } = held;
  const leftSeconds = Math.max(0, Math.ceil((untilMs - nowMs) / SECOND_MS));
  const money = (value: string, asset: string): string =>
    `${formats.decimal(value, { minDecimals: 2 })} ${asset}`;
  const accept = async () => {
    const done = await accepting.run({ quoteId: quote.quoteId, requestId });
    if (done === null) return;
    if (done.ok) live.account.applyReply({ asOfSeq: done.reply.asOfSeq });
    void refresh("marketBalance", "walletIndex", "moneyLog", "record");
    if (!done.ok) {
      toastError(done.error);
      return;
    }
    const { convertId, fromAmount, toAmount } = done.reply;
    const words = { from: money(fromAmount, quote.fromAsset), to: money(toAmount, quote.toAsset) };
    showToast(t("wallet.convertDone", words), {
      kind: "success",
      link: { to: fundOrderPath("convert", convertId), label: t("wallet.seeConversion") },
    });
    onDone();
  };
  return (
    <div className="stack-4">
      <OfferLines quote={quote} />
      {trimZeros(asked) !== trimZeros(quote.fromAmount) && <Notice>{t("wallet.convertLots")}</Notice>}
      <Notice tone={leftSeconds === 0 ? "warn" : "neutral"}>
        {leftSeconds === 0 ? t("wallet.convertExpired") : t("wallet.convertHolds", { count: leftSeconds })}
      </Notice>
      {leftSeconds > 0 && (
        <Button tone="primary" block busy={accepting.isBusy} onClick={() => void accept()}>
          {t("wallet.convertAct", { amount: money(quote.fromAmount, quote.fromAsset) })}
        </Button>
      )}
      <Button block type="submit" busy={isAsking}>
        {t("wallet.convertQuote")}
      </Button>
    </div>
  );
}

function OfferLines({ quote }: { readonly quote: Quote }) {
  const t = useT();
  const formats = useFormats();
  const [isInverted, setInverted] = useState(!isUsualDirection(quote));
  const price = priceOf(quote, isInverted);
  const index = priceOf({ ...quote, price: quote.indexPrice }, isInverted);
  return (
    <KeyValue
      lines={[
        {
          key: "give",
          label: t("wallet.convertGiveMost"),
          value: <FinancialText value={quote.fromAmount} asset={quote.fromAsset} minDecimals={2} />,
        },
        {
          key: "price",
          label: t("wallet.convertPrice", { asset: price.coin }),
          value: (
            <button
              type="button"
              className="price-turn"
              title={t("wallet.convertTurn")}
              onClick={() => setInverted(!isInverted)}
            >
              <FinancialText value={price.price} asset={price.asset} minDecimals={2} />
              <SwapIcon />
            </button>
          ),
        },
        {
          key: "index",
          label: t("wallet.convertIndex"),
          value: <FinancialText value={index.price} asset={index.asset} minDecimals={2} />,
        },
        { key: "spread", label: t("wallet.convertSpread"), value: formats.rate(quote.spreadRate) },
        {
          key: "fee",
          label: t("wallet.convertFee"),
          value: <FinancialText value={quote.fee} asset={quote.feeAsset} minDecimals={2} />,
        },
        {
          key: "get",
          label: t("wallet.convertGetLeast"),
          value: <FinancialText value={quote.toAmount} asset={quote.toAsset} minDecimals={2} />,
          total: true,
        },
      ]}
    />
  );
}
