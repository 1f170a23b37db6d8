import { Badge } from "@candor/ui/badge.tsx";
import { Button } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import type { WireMiner } from "@candor/wire/mining-objects";
import "@candor/ui/display.css";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Link, useFormats } from "@candor/ui/ui-context.tsx";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { miningRecordsPath } from "../../shell/routing/routes.ts";
import { hashRateText } from "./hash-rate.ts";
import { MachineArt } from "./machine-art.tsx";
import { amountOf, figuresAt, type TimedMiner } from "./miner-figures.ts";
import type { MiningActions } from "./use-mining-actions.ts";

interface HeadProps {
  readonly miner: WireMiner;
  readonly note: string;
  readonly badge: ReactNode;
}

function Head({ miner, note, badge }: HeadProps) {
  const formats = useFormats();
  return (
    <div className="row">
      <MachineArt durationDays={miner.durationDays} isSmall isFaded={miner.status === "released"} />
      <div className="grow stack-1">
        <div className="row between wrap">
          <h3>{miner.name}</h3>
          {badge}
        </div>
        <span className="small muted">{note}</span>
        <span className="small muted">{hashRateText(miner.computingPower, formats)}</span>
      </div>
    </div>
  );
}

interface RunningProps {
  readonly timed: TimedMiner;
  readonly nowMs: number;
  readonly acts: MiningActions;
  readonly onRelease: () => void;
}

/** A running machine: paid, claimable and remaining output. */
export function RunningCard({ timed, nowMs, acts, onRelease }: RunningProps) {
  const t = useT();
  const formats = useFormats();
  const { miner } = timed;
  const figures = figuresAt(timed, nowMs);
  const ready = amountOf(figures.claimableUnits);
  const hasEnded = figures.givenUpUnits === 0;
  const name = { name: miner.name, id: miner.minerId };
  return (
    <article className="card mining-card" aria-label={`${miner.name} ${miner.minerId}`}>
      <Head
        miner={miner}
        note={t("mining.boughtDay", {
          date: formats.date(miner.boughtAtMs, "month-day"),
          day: Math.min(figures.days + 1, miner.durationDays),
          days: miner.durationDays,
        })}
        badge={
          <Badge tone="up" dot>
            {t(hasEnded ? "mining.ended" : "mining.inProduction")}
          </Badge>
        }
      />
      <div className="stack-1">
        <div className="bar" aria-hidden="true">
          <i style={{ width: `${figures.paidPercent}%` }} />
          <i className="is-ready" style={{ width: `${figures.readyPercent}%` }} />
        </div>
        <div className="row between wrap small muted">
          <span>
            {t("mining.price")} <FinancialText value={miner.price} minDecimals={2} />
          </span>
          <span>
            {t("mining.perDay")} <FinancialText value={miner.automaticIncome} decimals={4} />
          </span>
        </div>
        <div className="row between wrap small muted">
          <span>
            {t("mining.paid")} <FinancialText value={miner.claimed} decimals={2} className="strong" /> ·{" "}
            {t("mining.ready")} <FinancialText value={ready} decimals={6} className="up" />
          </span>
          <span>
            {t("mining.of")} <FinancialText value={miner.totalOutput} minDecimals={2} />
          </span>
        </div>
      </div>
      <div className="g2">
        <Button
          size="medium"
          aria-label={t("mining.releaseOne", name)}
          busy={acts.releasing.isPlacing}
          onClick={onRelease}
        >
          {t("mining.release")}
        </Button>
        <Button
          tone="primary"
          size="medium"
          aria-label={t("mining.claimOne", name)}
          disabled={figures.claimableUnits === 0}
          busy={acts.claiming.isPlacing}
          onClick={() => void acts.claiming.place({ minerId: miner.minerId })}
        >
          {t("mining.claim")}
        </Button>
      </div>
    </article>
  );
}

/** An ended machine, with a link to its payments. */
export function ReleasedCard({ miner }: { readonly miner: WireMiner }) {
  const t = useT();
  const formats = useFormats();
  return (
    <article className="card mining-card" aria-label={`${miner.name} ${miner.minerId}`}>
      <Head
        miner={miner}
        note={t("mining.boughtOn", { date: formats.date(miner.boughtAtMs, "day") })}
        badge={<Badge>{t("mining.released")}</Badge>}
      />
      <KeyValue
        small
        lines={[
          {
            key: "why",
            label: t("mining.ending"),
            value: t(miner.releaseReason === "completed" ? "mining.completed" : "mining.recycled"),
          },
          {
            key: "price",
            label: t("mining.price"),
            value: <FinancialText value={miner.price} asset="USDT" minDecimals={2} />,
          },
          {
            key: "paid",
            label: t("mining.incomePaid"),
            value: <FinancialText value={miner.claimed} asset="USDT" minDecimals={2} />,
          },
          {
            key: "evidence",
            label: t("mining.evidence"),
            value: (
              <Link className="link" to={miningRecordsPath}>
                {t("mining.seeRecords")}
              </Link>
            ),
          },
        ]}
      />
    </article>
  );
}
