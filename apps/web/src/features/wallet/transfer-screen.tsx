import { WALLETS } from "@candor/domain/enumerations";
import { Button, IconLink } from "@candor/ui/button.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { Form } from "@candor/ui/form.tsx";
import "@candor/ui/display.css";
import { signOfDecimal } from "@candor/text/decimal-text";
import { HistoryIcon } from "@candor/ui/icons.tsx";
import { Select } from "@candor/ui/select.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { GrantNote } from "../../shared/funds/grant-note.tsx";
import { MaxButton } from "../../shared/funds/max-button.tsx";
import { PaymentSheet } from "../../shared/funds/payment-sheet.tsx";
import { useTransferFault } from "../../shared/funds/transfer-amount.ts";
import { TransferFigures } from "../../shared/funds/transfer-figures.tsx";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { useTicker } from "../../shell/markets/market-data.ts";
import { Page } from "../../shell/page/page.tsx";
import { FUND_RECORDS } from "../../shell/routing/routes.ts";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import { RecentRecords } from "./recent-records.tsx";
import { RouteChoice } from "./route-choice.tsx";
import { useTransferForm } from "./use-transfer-form.ts";
import "../../shared/funds/wallet.css";

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
  const form = useTransferForm(params);
  const { from, to, asset, amount, act } = form;
  const faultOf = useTransferFault(asset);
  const {
    data: balance,
    error: failure,
    isError,
    refetch,
  } = useCall("marketBalance", { asset }, { freshMs: 0 });
  const available = balance?.asset === asset ? balance.wallets[from].transferable : null;
  const minimum = balance?.minTransfer ?? null;

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
          form.setError(found);
          if (found === null) void act.begin({ asset, from, to, amount });
        }}
      >
        <div className="transfer">
          <TransferInputs form={form} available={available} />
        </div>
        <div className="transfer">
          {isError && <LoadFailed error={failure} onRetry={() => void refetch()} />}
          <TransferFigures asset={asset} available={available} minimum={minimum} />
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

interface InputsProps {
  readonly form: ReturnType<typeof useTransferForm>;
  readonly available: string | null;
}

function TransferInputs({ form, available }: InputsProps) {
  const t = useT();
  const { from, to, asset, amount, error, change } = form;
  const { assets } = useTicker();
  const scale = assets.find((row) => row.asset === asset)?.scale ?? 8;
  const walletChoices = WALLETS.map((wallet) => ({ value: wallet, label: t(`wallet.${wallet}`) }));
  const assetChoices = (assets.length === 0 ? [{ asset }] : assets).map((row) => ({
    value: row.asset,
    label: row.asset,
  }));
  return (
    <>
      <RouteChoice
        from={{ label: t("wallet.from"), value: from, onChange: form.chooseFrom }}
        to={{ label: t("wallet.to"), value: to, onChange: form.chooseTo }}
        choices={walletChoices}
        swapLabel={t("wallet.swap")}
        onSwap={form.swap}
      />
      <Select
        label={t("wallet.asset")}
        labelShown
        value={asset}
        onValueChange={form.chooseAsset}
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
    </>
  );
}
