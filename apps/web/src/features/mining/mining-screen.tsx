import { Badge } from "@candor/ui/badge.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { MiningIcon } from "@candor/ui/icons.tsx";
import type { CallReply } from "@candor/wire/calls";
import type { WireMinerPlan } from "@candor/wire/mining-objects";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { FirstSteps } from "../../shared/first-steps/first-steps.tsx";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useFollowAccount } from "../../shell/calls/use-pages.ts";
import { MINING } from "../../shell/routing/routes.ts";
import { BuySheet } from "./buy-sheet.tsx";
import { MiningPage } from "./mining-page.tsx";
import { PlanCard } from "./plan-card.tsx";
import { ReserveCard } from "./reserve-card.tsx";

/** Refetch interval: other users' purchases change stock and cover. */
const REFETCH_MS = 30_000;

/** Machines on sale and the reserve that covers them. */
export function Screen() {
  const t = useT();
  const { data, error, isError, isPending, refetch } = useCall(
    "miningIndex",
    {},
    { refetchEveryMs: REFETCH_MS },
  );
  useFollowAccount(data?.asOfSeq, refetch);
  const isSimulated = data?.list.some(({ simulated }) => simulated) ?? false;
  return (
    <MiningPage
      title={t("mining.title")}
      current={MINING}
      badge={
        isSimulated && (
          <span className="mining-badge">
            <Badge tone="warn">{t("mining.simulated")}</Badge>
          </span>
        )
      }
    >
      {isPending && (
        <div className="group">
          <SkeletonRows count={6} label={t("shell.loading")} />
        </div>
      )}
      {isError && data === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
      <FirstSteps product="mining" />
      {data !== undefined && <Shop shop={data} />}
    </MiningPage>
  );
}

function Shop({ shop }: { readonly shop: CallReply<"miningIndex"> }) {
  const t = useT();
  const [planId, setPlanId] = useState<string | null>(null);
  const chosen = shop.list.find((plan) => plan.planId === planId) ?? null;
  return (
    <>
      <ReserveCard reserve={shop.reserve} />
      {shop.list.length === 0 && (
        <div className="group">
          <Empty icon={MiningIcon} title={t("mining.noPlans")}>
            {t("mining.noPlansNote")}
          </Empty>
        </div>
      )}
      <div className="mining-grid">
        {shop.list.map((plan: WireMinerPlan) => (
          <PlanCard key={plan.planId} plan={plan} onBuy={() => setPlanId(plan.planId)} />
        ))}
      </div>
      <BuySheet plan={chosen} balance={shop.balance} onClose={() => setPlanId(null)} />
    </>
  );
}
