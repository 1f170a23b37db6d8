import { Button } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Select } from "@candor/ui/select.tsx";
import { useT } from "../../i18n/use-t.ts";
import { FirstSteps } from "../../shared/first-steps/first-steps.tsx";
import { MaxButton } from "../../shared/funds/max-button.tsx";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { useTicker } from "../../shell/markets/market-data.ts";
import { Page } from "../../shell/page/page.tsx";
import { BalanceText } from "../../shell/wallets/balance-text.tsx";
import { ConvertOffer } from "./convert-offer.tsx";
import { RecentRecords } from "./recent-records.tsx";
import { RouteChoice } from "./route-choice.tsx";
import { SmallBalancesCard } from "./small-balances-card.tsx";
import { useConversion } from "./use-conversion.ts";
import "../../shared/funds/wallet.css";

const QUOTE_DECIMALS = 8;
const CONVERT_KINDS = ["convert"] as const;

/** Converts one coin to another: first the quote with its spread, then the conversion. */
export function Screen() {
  const t = useT();
  const isDesktop = useDesktop();
  const conversion = useConversion();
  const { from, wallet, amount, held, isAsking, change } = conversion;
  const {
    data: balance,
    error: failure,
    isError,
    refetch,
  } = useCall("marketBalance", { asset: from }, { freshMs: 0 });
  const available = balance?.asset === from ? balance.wallets[wallet].available : null;
  return (
    <Page title={t("wallet.convertTitle")} hasBack isForm>
      <FirstSteps product="convert" />
      <Form className="panel transfer in-two" translate="no" onSubmit={() => void conversion.ask()}>
        <div className="transfer">
          <ConversionInputs conversion={conversion} available={available} />
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
            <Button tone="primary" block type="submit" busy={isAsking}>
              {t("wallet.convertQuote")}
            </Button>
          ) : (
            <ConvertOffer
              key={held.quote.quoteId}
              held={held}
              asked={amount}
              isAsking={isAsking}
              onDone={() => change({ amount: "" })}
            />
          )}
        </div>
      </Form>
      <SmallBalancesCard wallet={wallet} />
      {isDesktop && <RecentRecords title={t("wallet.recentRecords")} kinds={CONVERT_KINDS} />}
    </Page>
  );
}

interface InputsProps {
  readonly conversion: ReturnType<typeof useConversion>;
  readonly available: string | null;
}

function ConversionInputs({ conversion, available }: InputsProps) {
  const t = useT();
  const { assets } = useTicker();
  const { from, to, wallet, amount, error, change, choose } = conversion;
  const choices = (assets.length === 0 ? [{ asset: from }, { asset: to }] : assets).map(({ asset }) => ({
    value: asset,
    label: asset,
  }));
  return (
    <>
      <p className="small muted">{t("wallet.convertNote")}</p>
      <RouteChoice
        from={{
          label: t("wallet.convertGive"),
          value: from,
          onChange: (next) => choose(next, next === to ? from : to),
        }}
        to={{
          label: t("wallet.convertGet"),
          value: to,
          onChange: (next) => choose(next === from ? to : from, next),
        }}
        choices={choices}
        swapLabel={t("wallet.convertSwap")}
        onSwap={() => choose(to, from)}
      />
      <Select
        label={t("wallet.walletColumn")}
        labelShown
        value={wallet}
        onValueChange={(next) => change({ wallet: next })}
        choices={[
          { value: "main", label: t("wallet.main") },
          { value: "coin", label: t("wallet.coin") },
        ]}
      />
      <DecimalInput
        label={`${t("wallet.amount")} (${from})`}
        value={amount}
        onValueChange={(next) => change({ amount: next })}
        decimals={assets.find((row) => row.asset === from)?.scale ?? QUOTE_DECIMALS}
        counts={from}
        error={error}
        trailing={<MaxButton amount={available} onAmount={(most) => change({ amount: most })} />}
      />
    </>
  );
}
