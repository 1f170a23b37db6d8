import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { SkeletonRows } from "@candor/ui/feedback.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Checkbox } from "@candor/ui/switch.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { messageOf } from "../../shell/calls/use-call.ts";
import { useSpotMarkets } from "../../shell/markets/market-data.ts";
import { useNow } from "../../shell/time/use-now.ts";
import { useOwnFigure } from "../../shell/wallets/balance-text.tsx";
import { useWallets } from "../../shell/wallets/wallets.ts";
import type { SmallBalance } from "./small-balances.ts";
import { leftOf, SMALL_LIMIT, SMALL_TO, smallBalances, sumOf } from "./small-balances.ts";
import type { SmallConversions, Step } from "./use-small-conversions.ts";
import { useSmallConversions } from "./use-small-conversions.ts";

const TICK_MS = 500;
const SECOND_MS = 1_000;

interface Props {
  readonly wallet: "main" | "coin";
}

/** Converts small balances one by one: first the quotes, then the conversions and their results. */
export function SmallBalancesCard({ wallet }: Props) {
  const t = useT();
  const formats = useFormats();
  return (
    <Card className="stack-3 small-balances" title={t("wallet.smallTitle")}>
      <p className="small muted">{t("wallet.smallNote", { limit: formats.decimal(SMALL_LIMIT) })}</p>
      <Balances key={wallet} wallet={wallet} />
    </Card>
  );
}

function Balances({ wallet }: Props) {
  const t = useT();
  const { wallets, isLoading, isFailed, error, reload } = useWallets();
  const markets = useSpotMarkets();
  const conversions = useSmallConversions(wallet);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  if (isLoading) return <SkeletonRows count={2} label={t("shell.loading")} />;
  if (isFailed) return <LoadFailed error={error} onRetry={() => void reload()} />;
  const holdings = wallets.find((view) => view.wallet === wallet)?.holdings ?? [];
  const balances = smallBalances(holdings, markets);
  const { steps } = conversions;
  const done = [...steps].filter(([, { kind }]) => kind === "converted");
  if (balances.length === 0 && done.length === 0)
    return <p className="small muted">{t("wallet.smallNone")}</p>;
  const chosen = balances.filter(({ asset, isTooLittle }) => !isTooLittle && !left.has(asset));
  const choose = (asset: string, isChosen: boolean) => {
    const next = new Set(left);
    if (isChosen) next.delete(asset);
    else next.add(asset);
    setLeft(next);
    conversions.reset();
  };
  return (
    <>
      <ul className="list small-list">
        {done
          .filter(([asset]) => balances.every((each) => each.asset !== asset))
          .map(([asset, step]) => (
            <li key={asset}>
              <span className="grow med">{asset}</span>
              <Status step={step} />
            </li>
          ))}
        {balances.map((balance) => (
          <Row
            key={balance.asset}
            balance={balance}
            isChosen={chosen.includes(balance)}
            isBusy={conversions.isBusy}
            step={steps.get(balance.asset)}
            onChoose={(isChosen) => choose(balance.asset, isChosen)}
          />
        ))}
      </ul>
      <ConvertButtons conversions={conversions} chosen={chosen} />
    </>
  );
}

interface RowProps {
  readonly balance: SmallBalance;
  readonly isChosen: boolean;
  readonly isBusy: boolean;
  readonly step: Step | undefined;
  readonly onChoose: (isChosen: boolean) => void;
}

function Row({ balance, isChosen, isBusy, step, onChoose }: RowProps) {
  const t = useT();
  const formats = useFormats();
  const own = useOwnFigure();
  const { asset, available, value, isTooLittle } = balance;
  return (
    <li>
      <span className="grow">
        {isTooLittle ? (
          <span className="muted">{asset}</span>
        ) : (
          <Checkbox
            label={asset}
            checked={isChosen}
            onCheckedChange={(next) => {
              if (!isBusy) onChoose(next);
            }}
          />
        )}
      </span>
      <span className="stack-1 r">
        <span className="n">
          {own(formats.decimal(available, { minDecimals: 0 }))} ≈ {own(formats.decimal(value))} {SMALL_TO}
        </span>
        {isTooLittle && step?.kind !== "converted" ? (
          <span className="small muted">{t("wallet.smallTooLittle")}</span>
        ) : (
          <Status step={step} available={available} />
        )}
      </span>
    </li>
  );
}

/** A balance's quote, result or rejection. */
function Status({ step, available }: { readonly step: Step | undefined; readonly available?: string }) {
  const t = useT();
  const formats = useFormats();
  const money = (amount: string, asset: string) => `${formats.decimal(amount, { minDecimals: 0 })} ${asset}`;
  if (step === undefined) return null;
  if (step.kind === "refused") return <span className="small down">{messageOf(step.error)}</span>;
  if (step.kind === "converted") {
    const { fromAmount, toAmount, balances } = step.reply;
    const from = balances.find(({ asset }) => asset !== SMALL_TO)?.asset ?? "";
    return (
      <span className="small up">
        {t("wallet.smallConverted", { from: money(fromAmount, from), to: money(toAmount, SMALL_TO) })}
      </span>
    );
  }
  const { fromAmount, fromAsset, toAmount } = step.quote;
  const stays = available === undefined ? null : leftOf(available, fromAmount);
  return (
    <span className="small muted">
      {t("wallet.smallAtLeast", { amount: formats.decimal(toAmount, { minDecimals: 2 }) })}
      {stays !== null && ` · ${t("wallet.smallStays", { amount: money(stays, fromAsset) })}`}
    </span>
  );
}

interface ActionsProps {
  readonly conversions: SmallConversions;
  readonly chosen: readonly SmallBalance[];
}

/** Quotes expire within seconds: all are converted within the first one's validity. */
function ConvertButtons({ conversions, chosen }: ActionsProps) {
  const t = useT();
  const formats = useFormats();
  const nowMs = useNow(TICK_MS);
  const { isBusy, steps, quote, convert } = conversions;
  const quoted = [...steps.values()].filter((step) => step.kind === "quoted");
  const firstEndMs = Math.min(...quoted.map(({ untilMs }) => untilMs));
  const leftSeconds = Math.max(0, Math.ceil((firstEndMs - nowMs) / SECOND_MS));
  const isHolding = quoted.length > 0 && leftSeconds > 0;
  const sum = sumOf(quoted.map((step) => step.quote.toAmount));
  return (
    <>
      {quoted.length > 0 && !isBusy && (
        <Notice tone={isHolding ? "neutral" : "warn"}>
          {isHolding ? t("wallet.convertHolds", { count: leftSeconds }) : t("wallet.convertExpired")}
        </Notice>
      )}
      {isHolding && (
        <Button tone="primary" block busy={isBusy} onClick={() => void convert()}>
          {t("wallet.convertTitle")} ·{" "}
          {t("wallet.smallAtLeast", { amount: formats.decimal(sum, { minDecimals: 2 }) })}
        </Button>
      )}
      <Button block disabled={chosen.length === 0 || isBusy} onClick={() => void quote(chosen)}>
        {t("wallet.smallQuotes")}
      </Button>
    </>
  );
}
