import type { Wallet } from "@candor/domain/enumerations";
import { WALLETS } from "@candor/domain/enumerations";
import { Button, IconButton, IconLink } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { Form } from "@candor/ui/form.tsx";
import "@candor/ui/display.css";
import { signOfDecimal } from "@candor/text/decimal-text";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { HistoryIcon, SwapIcon } from "@candor/ui/icons.tsx";
import { Select } from "@candor/ui/select.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { GrantNote } from "../../shared/funds/grant-note.tsx";
import { MaxButton } from "../../shared/funds/max-button.tsx";
import { PaymentSheet } from "../../shared/funds/payment-sheet.tsx";
import { AMOUNT_ERRORS, useTransferFault } from "../../shared/funds/transfer-amount.ts";
import { useTransfer } from "../../shared/funds/use-transfer.ts";
import { BalanceText } from "../../shell/balance-text.tsx";
import { LoadFailed } from "../../shell/load-failed.tsx";
import { useTicker } from "../../shell/market-data.ts";
import { Page } from "../../shell/page.tsx";
import { FUND_RECORDS } from "../../shell/routes.ts";
import { messageOf, useCall } from "../../shell/use-call.ts";
import { useDesktop } from "../../shell/use-desktop.ts";
import { useSearchParams } from "../../shell/use-search-params.ts";
import { RecentRecords } from "./recent-records.tsx";
import "../../shared/funds/wallet.css";

const isWallet = (text: string | null): text is Wallet => WALLETS.some((wallet) => wallet === text);

/** Of a transfer between two wallets, only the incoming half. */
const TRANSFER_KINDS = ["transfer-in"] as const;

/** A new address is a new transfer: reset the previous choices. */
export function Screen() {
  const [params] = useSearchParams();
  return <Transfer key={params.toString()} params={params} />;
}

/** Transfers between the user's wallets: free, instant, with the payment password. */
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
  const act = useTransfer({
    onRefused: (refusal) => {
      if (!AMOUNT_ERRORS.includes(refusal.error)) return false;
      setError(messageOf(refusal));
      return true;
    },
    onDone: () => setAmount(""),
  });
  const faultOf = useTransferFault(asset);
  const { assets } = useTicker();
  const {
    data: balance,
    error: failure,
    isError,
    refetch,
  } = useCall("marketBalance", { asset }, { freshMs: 0 });
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
        translate="no"
        onSubmit={() => {
          const found = faultOf(amount, { available, minimum });
          setError(found);
          if (found === null) void act.begin({ asset, from, to, amount });
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
          {isError && <LoadFailed error={failure} onRetry={() => void refetch()} />}
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
          <GrantNote />
          <Button tone="primary" block type="submit" busy={act.isBusy}>
            {signOfDecimal(amount) === 0
              ? t("wallet.transferTitle")
              : t("wallet.transferAmount", { amount: formats.decimal(amount), asset })}
          </Button>
        </div>
      </Form>
      {isDesktop && <RecentRecords title={t("wallet.recentRecords")} kinds={TRANSFER_KINDS} />}
      <PaymentSheet act={act} />
    </Page>
  );
}
