import { Button, IconButton } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { compareDecimals } from "@candor/ui/decimal-math";
import { FieldError } from "@candor/ui/field.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Form } from "@candor/ui/form.tsx";
import { CloseIcon } from "@candor/ui/icons.tsx";
import type { WirePriceAlert } from "@candor/wire/notify-calls";
import "@candor/ui/list.css";
import { Select } from "@candor/ui/select.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useId, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { messageOf, refresh, useAct, useCall } from "../../shell/calls/use-call.ts";
import { useFirstKnown } from "../../shell/hooks/use-first-known.ts";
import { useSpotMarkets } from "../../shell/markets/market-data.ts";
import { alertProblem, MAX_ALERT_PRICE } from "./alert-problem.ts";

const MAX_DECIMALS = 8;

/** Pending price alerts and a form for a new one. Each alert fires once. */
export function PriceAlerts() {
  const t = useT();
  const { data, error, isError, refetch } = useCall("notifyAlerts", {});
  const alerts = data?.list ?? [];
  return (
    <Card className="stack" title={t("notify.alerts")}>
      <p className="small muted">{t("notify.alertsNote")}</p>
      <AddAlert />
      {data === undefined && isError && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data !== undefined && alerts.length === 0 && <p className="small muted">{t("notify.noAlerts")}</p>}
      {alerts.length > 0 && (
        <ul className="list notify-alerts">
          {alerts.map((alert) => (
            <AlertRow key={alert.alertId} alert={alert} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function AddAlert() {
  const t = useT();
  const id = useId();
  const formats = useFormats();
  const markets = useSpotMarkets();
  const [chosen, setChosen] = useState<string>();
  // Sorted by turnover, so the first market may change; keep the first one seen.
  const first = useFirstKnown(markets[0]?.symbol);
  const [price, setPrice] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const act = useAct("notifyAlerts");
  const market = markets.find(({ symbol }) => symbol === (chosen ?? first));
  const add = async () => {
    if (market === undefined) return;
    const wrong = alertProblem(price);
    if (wrong !== null)
      return setProblem(t(wrong, { price: formats.decimal(MAX_ALERT_PRICE, { decimals: 0 }) }));
    // The direction follows from the current price.
    const isAbove = compareDecimals(price, market.indexPrice ?? market.chPrice ?? "0") > 0;
    const outcome = await act.run({
      action: "add",
      symbol: market.symbol,
      direction: isAbove ? "above" : "below",
      price,
    });
    if (outcome === null) return;
    if (!outcome.ok) return setProblem(messageOf(outcome.error));
    setPrice("");
    setProblem(null);
    await refresh("notifyAlerts");
  };
  return (
    <Form className="notify-add" onSubmit={add}>
      <Select
        label={t("notify.market")}
        labelShown
        value={market?.symbol ?? ""}
        onValueChange={setChosen}
        choices={markets.map(({ symbol, tokenCur, quote }) => ({
          value: symbol,
          label: `${tokenCur}/${quote}`,
        }))}
      />
      <DecimalInput
        label={t("notify.price")}
        labelInside={false}
        value={price}
        onValueChange={(value) => {
          setPrice(value);
          setProblem(null);
        }}
        decimals={MAX_DECIMALS}
        {...(market !== undefined && {
          unit: market.quote,
          placeholder: market.chPrice === null ? "" : formats.decimal(market.chPrice),
        })}
      />
      <Button type="submit" size="medium" tone="primary" busy={act.isBusy} disabled={market === undefined}>
        {t("notify.add")}
      </Button>
      <FieldError id={id} error={problem} />
    </Form>
  );
}

function AlertRow({ alert }: { readonly alert: WirePriceAlert }) {
  const t = useT();
  const act = useAct("notifyAlerts");
  const remove = async () => {
    await act.run({ action: "remove", alertId: alert.alertId });
    await refresh("notifyAlerts");
  };
  return (
    <li>
      <span className="grow med">{alert.symbol}</span>
      <span className="small muted">{t(alert.direction === "above" ? "notify.above" : "notify.below")}</span>
      <FinancialText value={alert.price} />
      <IconButton label={t("notify.remove", { symbol: alert.symbol })} onClick={() => void remove()}>
        <CloseIcon size="s" />
      </IconButton>
    </li>
  );
}
