import type { Wallet } from "@candor/protocol/enumerations";
import { WALLETS } from "@candor/protocol/enumerations";
import { Button, IconButton, IconLink } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { compareDecimals, subtractDecimals } from "@candor/ui/decimal-math";
import { Form } from "@candor/ui/form.tsx";
import "@candor/ui/display.css";
import { signOfDecimal } from "@candor/protocol/decimal-text";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { HistoryIcon, SwapIcon } from "@candor/ui/icons.tsx";
import { Select } from "@candor/ui/select.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import type { ApiError } from "../../data/api-error.ts";
import { newRequestKey } from "../../data/request-key.ts";
import { useT } from "../../i18n/use-t.ts";
import { BalanceText } from "../../shell/balance-text.tsx";
import { LoadFailed } from "../../shell/load-failed.tsx";
import { useTicker } from "../../shell/market-data.ts";
import { Page } from "../../shell/page.tsx";
import { FUND_RECORDS } from "../../shell/routes.ts";
import { messageOf, refresh, useCall } from "../../shell/use-call.ts";
import { useDesktop } from "../../shell/use-desktop.ts";
import { useSearchParams } from "../../shell/use-search-params.ts";
import { MaxButton } from "./max-button.tsx";
import { PaymentSheet } from "./payment-sheet.tsx";
import "./wallet.css";

const isWallet = (text: string | null): text is Wallet => WALLETS.some((wallet) => wallet === text);

const AMOUNT_ERRORS: readonly string[] = [
  "wallet.amountError",
  "wallet.belowMinimumTransfer",
  "wallet.insufficientBalance",
  "wallet.remainderBelowMinimum",
];

/** Another address is another transfer: what was chosen for the last one does not outlive it. */
export function Screen() {
  const [params] = useSearchParams();
  return <Transfer key={params.toString()} params={params} />;
}

/** Moves money between the user's own wallets: free, at once, with the payment password. */
function Transfer({ params }: { readonly params: URLSearchParams }) {
  const t = useT();
  const formats = useFormats();
  const isDesktop = useDesktop();
  const [from, setFrom] = useState<Wallet>(() => {
    const given = params.get("from");
    return isWallet(given) ? given : "main";
  });
  const [to, setTo] = useState<Wallet>(() => {
    const given = params.get("to");
    return isWallet(given) && given !== from ? given : from === "coin" ? "main" : "coin";
  });
  const [asset, setAsset] = useState(params.get("asset") ?? "USDT");
  const [amount, setAmount] = useState("");
  const [error, setError] = useState<string | null>(null);
  /** The key of the decision that is being paid for; null while nothing is. */
  const [requestId, setRequestId] = useState<string | null>(null);
  const { assets } = useTicker();
  const { data: balance, isError, refetch } = useCall("marketBalance", { asset }, { freshMs: 0 });
  const scale = assets.find((row) => row.asset === asset)?.scale ?? 8;
  const available = balance?.asset === asset ? balance.wallets[from].transferable : null;
  const minimum = balance?.minTransfer ?? null;

  const change = (next: string) => {
    setAmount(next);
    setError(null);
  };
  const chooseFrom = (next: Wallet) => {
    if (next === to) setTo(from);
    setFrom(next);
    setError(null);
  };
  const chooseTo = (next: Wallet) => {
    if (next === from) setFrom(to);
    setTo(next);
    setError(null);
  };
  const swap = () => {
    setFrom(to);
    setTo(from);
    setError(null);
  };
  const inUnits = (text: string) => `${formats.decimal(text, { minDecimals: 0 })} ${asset}`;
  /** The same checks as the server's, in its order, so that most mistakes show before anything is sent. */
  const problem = (): string | null => {
    if (signOfDecimal(amount) === 0) return t("wallet.amountEmpty");
    if (minimum !== null && compareDecimals(amount, minimum) < 0) {
      return t("wallet.amountBelow", { min: inUnits(minimum) });
    }
    if (available === null) return null;
    if (compareDecimals(amount, available) > 0) return t("wallet.amountAbove");
    const rest = subtractDecimals(available, amount);
    if (minimum !== null && signOfDecimal(rest) > 0 && compareDecimals(rest, minimum) < 0) {
      return t("wallet.remainderBelow", { min: inUnits(minimum) });
    }
    return null;
  };
  const refused = (refusal: ApiError): boolean => {
    if (!AMOUNT_ERRORS.includes(refusal.error)) return false;
    setError(messageOf(refusal));
    setRequestId(null);
    return true;
  };
  const done = () => {
    setRequestId(null);
    setAmount("");
    void refresh("marketBalance", "walletIndex", "moneyLog");
    showToast(
      t("wallet.transferDone", { amount: formats.decimal(amount), asset, wallet: t(`wallet.${to}`) }),
      {
        kind: "success",
        link: { to: FUND_RECORDS, label: t("wallet.seeRecords") },
      },
    );
  };
  const walletChoices = WALLETS.map((wallet) => ({ value: wallet, label: t(`wallet.${wallet}`) }));
  const assetChoices = (assets.length === 0 ? [{ asset }] : assets).map((row) => ({
    value: row.asset,
    label: row.asset,
  }));
  return (
    <Page
      title={t("wallet.transferTitle")}
      hasBack
      isForm
      actions={
        !isDesktop && (
          <IconLink to={FUND_RECORDS} label={t("wallet.records")}>
            <HistoryIcon />
          </IconLink>
        )
      }
    >
      <Form
        className="panel transfer in-two"
        onSubmit={() => {
          const found = problem();
          setError(found);
          if (found === null) setRequestId(newRequestKey());
        }}
      >
        <div className="transfer">
          <div className="route">
            <div className="route-ends">
              <div className="route-end">
                <span className="small muted">{t("wallet.from")}</span>
                <Select
                  label={t("wallet.from")}
                  value={from}
                  onValueChange={chooseFrom}
                  choices={walletChoices}
                />
              </div>
              <div className="route-end">
                <span className="small muted">{t("wallet.to")}</span>
                <Select label={t("wallet.to")} value={to} onValueChange={chooseTo} choices={walletChoices} />
              </div>
            </div>
            <IconButton label={t("wallet.swap")} onClick={swap}>
              <SwapIcon />
            </IconButton>
          </div>
          <Select
            label={t("wallet.asset")}
            labelShown
            value={asset}
            onValueChange={(next) => {
              setAsset(next);
              change("");
            }}
            choices={assetChoices}
          />
          <DecimalInput
            label={`${t("wallet.amount")} (${asset})`}
            value={amount}
            onValueChange={change}
            decimals={scale}
            counts={asset}
            error={error}
            trailing={<MaxButton amount={available} onAmount={change} />}
          />
        </div>
        <div className="transfer">
          {isError && <LoadFailed onRetry={() => void refetch()} />}
          <KeyValue
            lines={[
              {
                key: "available",
                label: t("wallet.transferable"),
                value: <BalanceText value={available} minDecimals={2} asset={asset} />,
              },
              {
                key: "minimum",
                label: t("wallet.minimum"),
                value: <FinancialText value={minimum} minDecimals={0} asset={asset} />,
              },
              { key: "fee", label: t("wallet.fee"), value: t("wallet.free") },
              { key: "arrives", label: t("wallet.arrives"), value: t("wallet.atOnce") },
            ]}
          />
          <Button tone="primary" block type="submit">
            {signOfDecimal(amount) === 0
              ? t("wallet.transferTitle")
              : t("wallet.transferAmount", { amount: formats.decimal(amount), asset })}
          </Button>
        </div>
      </Form>
      <PaymentSheet
        open={requestId !== null}
        onOpenChange={(open) => {
          if (!open) setRequestId(null);
        }}
        requestId={requestId ?? ""}
        transfer={{ asset, from, to, amount }}
        onRefused={refused}
        onDone={done}
      />
    </Page>
  );
}
