import { LiveState } from "@candor/ui/badge.tsx";
import { Button, ButtonLink } from "@candor/ui/button.tsx";
import "@candor/ui/display.css";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { MiningIcon } from "@candor/ui/icons.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { LoadMore } from "../../shell/calls/load-more.tsx";
import { MINERS, MINING } from "../../shell/routing/routes.ts";
import { useNow } from "../../shell/time/use-now.ts";
import { ReleasedCard, RunningCard } from "./miner-card.tsx";
import { amountOf, figuresAt, type TimedMiner, unitsOf, unitsPerSecond } from "./miner-figures.ts";
import { MiningPage } from "./mining-page.tsx";
import { ReleaseSheet } from "./release-sheet.tsx";
import { useReleasedMiners, useRunningMiners } from "./use-miners.ts";
import { type MiningActions, useMiningActions } from "./use-mining-actions.ts";

const SECOND_MS = 1_000;

/** The user's machines and their output, to claim or release. */
export function Screen() {
  const t = useT();
  const running = useRunningMiners();
  const released = useReleasedMiners();
  const nowMs = useNow(SECOND_MS);
  const acts = useMiningActions();
  const [releasing, setReleasing] = useState<string | null>(null);
  const chosen = running.rows.find(({ miner }) => miner.minerId === releasing) ?? null;
  const isPending = running.isPending || released.isPending;
  const isFailed = running.isFailed || released.isFailed;
  const retry = () => {
    running.refetch();
    released.refetch();
  };
  return (
    <MiningPage title={t("mining.myMiners")} current={MINERS}>
      {isPending && (
        <div className="group">
          <SkeletonRows count={5} label={t("shell.loading")} />
        </div>
      )}
      {isFailed && <LoadFailed error={running.error ?? released.error} onRetry={retry} />}
      {!isPending && !isFailed && running.rows.length === 0 && released.rows.length === 0 && <NoMiners />}
      {running.rows.length > 0 && <ReadyHero miners={running.rows} nowMs={nowMs} acts={acts} />}
      <div className="mining-grid">
        {running.rows.map((timed) => (
          <RunningCard
            key={timed.miner.minerId}
            timed={timed}
            nowMs={nowMs}
            acts={acts}
            onRelease={() => setReleasing(timed.miner.minerId)}
          />
        ))}
        {released.rows.map(({ miner }) => (
          <ReleasedCard key={miner.minerId} miner={miner} />
        ))}
      </div>
      {released.hasMore && <LoadMore isBusy={released.isFetchingMore} onMore={released.fetchMore} />}
      <ReleaseSheet timed={chosen} nowMs={nowMs} acts={acts} onClose={() => setReleasing(null)} />
    </MiningPage>
  );
}

function NoMiners() {
  const t = useT();
  return (
    <div className="group">
      <Empty
        icon={MiningIcon}
        title={t("mining.noMiners")}
        action={
          <ButtonLink to={MINING} tone="primary" size="medium">
            {t("mining.toShop")}
          </ButtonLink>
        }
      >
        {t("mining.noMinersNote")}
      </Empty>
    </div>
  );
}

interface HeroProps {
  readonly miners: readonly TimedMiner[];
  readonly nowMs: number;
  readonly acts: MiningActions;
}

/** Total claimable output, updated every second. */
function ReadyHero({ miners, nowMs, acts }: HeroProps) {
  const t = useT();
  const formats = useFormats();
  const ready = miners.reduce((sum, timed) => sum + figuresAt(timed, nowMs).claimableUnits, 0);
  const claimed = miners.reduce((sum, { miner }) => sum + unitsOf(miner.claimed), 0);
  const amount = formats.decimal(amountOf(ready), { minDecimals: 2 });
  return (
    <section className="hero mining-hero">
      <div className="row between wrap small">
        <h2 className="muted mining-hero-label">{t("mining.readyToClaim")}</h2>
        <LiveState state="live" className="mining-live">
          {t("mining.inProduction")}
        </LiveState>
      </div>
      <p className="mining-ticker">
        <FinancialText value={amountOf(ready)} decimals={6} asset="USDT" quiet />
      </p>
      <p className="small muted">
        {t("mining.aSecond", {
          amount: formats.decimal(amountOf(unitsPerSecond(miners, nowMs)), { decimals: 6 }),
          claimed: formats.decimal(amountOf(claimed), { decimals: 2 }),
        })}
      </p>
      <Button
        tone="primary"
        size="medium"
        className="mining-claim-all"
        disabled={ready === 0}
        busy={acts.claiming.isPlacing}
        onClick={() => void acts.claiming.place({})}
      >
        {ready === 0 ? t("mining.nothingYet") : t("mining.claimAll", { amount: `${amount} USDT` })}
      </Button>
    </section>
  );
}
