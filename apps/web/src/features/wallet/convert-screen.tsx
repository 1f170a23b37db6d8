import { trimZeros } from "@candor/money/decimal";
import { signOfDecimal } from "@candor/text/decimal-text";
import { Button, IconButton } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Form } from "@candor/ui/form.tsx";
import { SwapIcon } from "@candor/ui/icons.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Select } from "@candor/ui/select.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { CallReply } from "@candor/wire/calls";
import { useState } from "react";
import { newRequestKey } from "../../data/request-key.ts";
import { useT } from "../../i18n/use-t.ts";
import { FirstSteps } from "../../shared/first-steps/first-steps.tsx";
import { MaxButton } from "../../shared/funds/max-button.tsx";
import { BalanceText } from "../../shell/balance-text.tsx";
import { LoadFailed } from "../../shell/load-failed.tsx";
import { useTicker } from "../../shell/market-data.ts";
import { Page } from "../../shell/page.tsx";
import { fundOrderPath } from "../../shell/routes.ts";
import { live } from "../../shell/services.ts";
import { messageOf, refresh, toastError, useAct, useCall } from "../../shell/use-call.ts";
import { useDesktop } from "../../shell/use-desktop.ts";
import { useNow } from "../../shell/use-now.ts";
import { useSearchParams } from "../../shell/use-search-params.ts";
import { isUsualWay, priceOf } from "./convert-price.ts";
import { RecentRecords } from "./recent-records.tsx";
import { SmallBalancesCard } from "./small-balances-card.tsx";
import "../../shared/funds/wallet.css";

type Wallet = "main" | "coin";
type Quote = CallReply<"convertQuote">;

/** A quote and its expiry by this device's clock. */
interface HeldQuote {
  readonly quote: Quote;
  readonly untilMs: number;
  /** Idempotency key for accepting it. */
  readonly requestId: string;
}

/** Quotes are valid for 8 seconds, counted from the reply, so the device's clock does not matter. */
const HOLDS_MS = 8_000;
const TICK_MS = 500;
const SECOND_MS = 1_000;
const QUOTE_DECIMALS = 8;
const BEFORE_QUOTE = "USDT";
const FIRST_WISH = "BTC";
const CONVERT_KINDS = ["convert"] as const;

/** Converts one coin to another: first the quote with its spread, then the conversion. */
export function Screen() {
  const t = useT();
  const isDesktop = useDesktop();
  const { assets } = useTicker();
  const [from, setFrom] = useState(BEFORE_QUOTE);
  const [to, setTo] = useState(FIRST_WISH);
  const [params] = useSearchParams();
  const [wallet, setWallet] = useState<Wallet>(params.get("wallet") === "coin" ? "coin" : "main");
  const [amount, setAmount] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [held, setHeld] = useState<HeldQuote | null>(null);
  const asking = useAct("convertQuote");
  const {
    data: balance,
    error: failure,
    isError,
    refetch,
  } = useCall("marketBalance", { asset: from }, { freshMs: 0 });
  const available = balance?.asset === from ? balance.wallets[wallet].available : null;
  /** The quote was for the previous input. */
  const change = (set: () => void) => {
    set();
    setError(null);
    setHeld(null);
  };
  const choose = (nextFrom: string, nextTo: string) =>
    change(() => {
      setFrom(nextFrom);
      setTo(nextTo);
    });
  const ask = async () => {
    if (signOfDecimal(amount) === 0) return setError(t("wallet.amountEmpty"));
    const asked = await asking.run({ fromAsset: from, toAsset: to, fromAmount: amount, wallet });
    if (asked === null) return;
    if (!asked.ok) return setError(messageOf(asked.error));
    setHeld({ quote: asked.reply, untilMs: Date.now() + HOLDS_MS, requestId: newRequestKey() });
  };
  const choices = (assets.length === 0 ? [{ asset: from }, { asset: to }] : assets).map(({ asset }) => ({
    value: asset,
    label: asset,
  }));
  return (
    <Page title={t("wallet.convertTitle")} hasBack isForm>
      <FirstSteps product="convert" />
      <Form className="panel transfer in-two" translate="no" onSubmit={() => void ask()}>
        <div className="transfer">
          <p className="small muted">{t("wallet.convertNote")}</p>
          <div className="route">
            <div className="route-ends">
              <div className="route-end">
                <span className="small muted">{t("wallet.convertGive")}</span>
                <Select
                  label={t("wallet.convertGive")}
                  value={from}
                  onValueChange={(next) => choose(next, next === to ? from : to)}
                  choices={choices}
                />
              </div>
              <div className="route-end">
                <span className="small muted">{t("wallet.convertGet")}</span>
                <Select
                  label={t("wallet.convertGet")}
                  value={to}
                  onValueChange={(next) => choose(next === from ? to : from, next)}
                  choices={choices}
                />
              </div>
            </div>
            <IconButton label={t("wallet.convertSwap")} onClick={() => choose(to, from)}>
              <SwapIcon />
            </IconButton>
          </div>
          <Select<Wallet>
            label={t("wallet.walletColumn")}
            labelShown
            value={wallet}
            onValueChange={(next) => change(() => setWallet(next))}
            choices={[
              { value: "main", label: t("wallet.main") },
              { value: "coin", label: t("wallet.coin") },
            ]}
          />
          <DecimalInput
            label={`${t("wallet.amount")} (${from})`}
            value={amount}
            onValueChange={(next) => change(() => setAmount(next))}
            decimals={assets.find((row) => row.asset === from)?.scale ?? QUOTE_DECIMALS}
            counts={from}
            error={error}
            trailing={<MaxButton amount={available} onAmount={(most) => change(() => setAmount(most))} />}
          />
        </div>
        <div className="transfer">
          {isError && <LoadFailed error={failure} onRetry={() => void refetch()} />}
          <KeyValue
            lines={[
              {
                key: "available",
                label: t("wallet.available"),
                value: <BalanceText value={available} minDecimals={2} asset={from} />,
              },
            ]}
          />
          {held === null ? (
            <Button tone="primary" block type="submit" busy={asking.isBusy}>
              {t("wallet.convertQuote")}
            </Button>
          ) : (
            <Offer
              key={held.quote.quoteId}
              held={held}
              asked={amount}
              isAsking={asking.isBusy}
              onDone={() => change(() => setAmount(""))}
            />
          )}
        </div>
      </Form>
      <SmallBalancesCard wallet={wallet} />
      {isDesktop && <RecentRecords title={t("wallet.recentRecords")} kinds={CONVERT_KINDS} />}
    </Page>
  );
}

interface OfferProps {
  readonly held: HeldQuote;
  /** The input that the quote was requested for. */
  readonly asked: string;
  readonly isAsking: boolean;
  readonly onDone: () => void;
}

/** The quote with spread and remaining time. */
function Offer({ held, asked, isAsking, onDone }: OfferProps) {
  const t = useT();
  const formats = useFormats();
  const nowMs = useNow(TICK_MS);
  const accepting = useAct("convertAccept");
  const { quote, requestId, untilMs } = held;
  const [isTurned, setTurned] = useState(!isUsualWay(quote));
  const price = priceOf(quote, isTurned);
  const index = priceOf({ ...quote, price: quote.indexPrice }, isTurned);
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
                onClick={() => setTurned(!isTurned)}
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
