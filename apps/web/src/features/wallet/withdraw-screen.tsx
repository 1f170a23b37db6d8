import { ButtonLink, IconLink } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { HistoryIcon } from "@candor/ui/icons.tsx";
import { WithdrawIcon } from "@candor/ui/page-icons.tsx";
import { useT } from "../../i18n/use-t.ts";
import { FirstSteps } from "../../shared/first-steps/first-steps.tsx";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { Page } from "../../shell/page/page.tsx";
import { DEPOSIT, FUND_RECORDS } from "../../shell/routing/routes.ts";
import { RecentRecords } from "./recent-records.tsx";
import { WithdrawForm } from "./withdraw-panel.tsx";
import "../../shared/funds/chain.css";
import "../../shared/funds/wallet.css";

const REFETCH_MS = 30_000;
const WITHDRAWAL_KINDS = ["withdrawal"] as const;

/** Withdrawals to a blockchain. */
export function Screen() {
  const t = useT();
  const { data, error, refetch } = useCall("cashTypeList", {}, { freshMs: 0, refetchEveryMs: REFETCH_MS });
  return (
    <Page
      title={t("wallet.withdrawTitle")}
      hasBack
      isForm
      actions={
        <IconLink to={FUND_RECORDS} label={t("wallet.records")}>
          <HistoryIcon />
        </IconLink>
      }
    >
      {data === undefined && error === null && (
        <div className="group">
          <SkeletonRows count={5} label={t("shell.loading")} />
        </div>
      )}
      {data === undefined && error !== null && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data !== undefined && data.list.length > 0 && <FirstSteps product="withdraw" />}
      {data !== undefined && data.list.length > 0 && <WithdrawForm cash={data} />}
      {data?.list.length === 0 && (
        <div className="pad">
          <Card>
            <Empty
              icon={WithdrawIcon}
              title={t("wallet.noChain")}
              action={
                <ButtonLink to={DEPOSIT} size="small">
                  {t("wallet.depositTitle")}
                </ButtonLink>
              }
            >
              {t("wallet.noChainNote")}
            </Empty>
          </Card>
        </div>
      )}
      <RecentRecords title={t("wallet.lastWithdrawals")} kinds={WITHDRAWAL_KINDS} />
    </Page>
  );
}
