import { refundUnitsOf } from "@candor/formulas/mining/accrual";
import { Button } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { amountOf, figuresAt, type TimedMiner, termsOf } from "./miner-figures.ts";
import type { MiningActions } from "./use-mining-actions.ts";

/** The refund falls every second: the release is accepted if it pays at least the amount due this much later. */
const TOLERANCE_MS = 60_000;

interface Props {
  readonly timed: TimedMiner | null;
  readonly nowMs: number;
  readonly acts: MiningActions;
  readonly onClose: () => void;
}

/** What a release pays and forfeits, before it is done. */
export function ReleaseSheet({ timed, ...rest }: Props) {
  const t = useT();
  return (
    <Sheet
      open={timed !== null}
      onOpenChange={rest.onClose}
      title={timed === null ? "" : t("mining.releaseTitle", { name: timed.miner.name })}
      description={t("mining.releaseNote")}
    >
      {timed !== null && <Release timed={timed} {...rest} />}
    </Sheet>
  );
}

function Release({ timed, nowMs, acts, onClose }: Props & { readonly timed: TimedMiner }) {
  const t = useT();
  const formats = useFormats();
  const { miner, skewMs } = timed;
  const figures = figuresAt(timed, nowMs);
  const money = (units: number) => <FinancialText value={amountOf(units)} asset="USDT" minDecimals={2} />;
  const total = figures.claimableUnits + figures.refundUnits;
  const release = async () => {
    const least = amountOf(refundUnitsOf(termsOf(miner), nowMs + skewMs + TOLERANCE_MS));
    if (await acts.releasing.place({ minerId: miner.minerId, expectedRefund: least })) onClose();
  };
  return (
    <div className="stack-4">
      <KeyValue
        lines={[
          { key: "income", label: t("mining.readyIncome"), value: money(figures.claimableUnits) },
          { key: "unearned", label: t("mining.unearned"), value: money(figures.unearnedPriceUnits) },
          {
            key: "rate",
            label: t("mining.refundRate"),
            value: `× ${formats.rate(miner.releaseRefundRate)}`,
          },
          { key: "refund", label: t("mining.refund"), value: money(figures.refundUnits) },
          { key: "total", label: t("mining.toMain"), value: money(total), total: true },
          {
            key: "given-up",
            label: t("mining.givenUp"),
            value: <FinancialText value={amountOf(figures.givenUpUnits)} asset="USDT" minDecimals={2} />,
          },
        ]}
      />
      <Notice tone="warn">{t("mining.finalNote")}</Notice>
      <div className="stack">
        <Button tone="danger" block busy={acts.releasing.isPlacing} onClick={() => void release()}>
          {t("mining.releaseFor", {
            amount: `${formats.decimal(amountOf(total), { decimals: 2 })} USDT`,
          })}
        </Button>
        <Button block onClick={onClose}>
          {t("mining.keep")}
        </Button>
      </div>
    </div>
  );
}
