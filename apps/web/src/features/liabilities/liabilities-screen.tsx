import { Card } from "@candor/ui/card.tsx";
import { CoinIcon } from "@candor/ui/coin-icon.tsx";
import { SkeletonRows } from "@candor/ui/feedback.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Link } from "@candor/ui/ui-context.tsx";
import type { UseQueryResult } from "@tanstack/react-query";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { Page } from "../../shell/page/page.tsx";
import { DECISIONS } from "../../shell/routing/routes.ts";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import { useAppStore } from "../../state/app-store.ts";
import "../../trading/records/records.css";
import "./liabilities.css";
import { isUnknown } from "./is-unknown.ts";
import { MyPart } from "./my-part.tsx";
import { RootCard } from "./root-card.tsx";
import { TreeChoice } from "./tree-choice.tsx";
import type { Published } from "./use-inclusion.ts";

/** Refetch interval, so that a new tree shows without a reload, even when new users make it earlier. */
const RECHECK_MS = 30_000;

/** The exchange's liabilities and reserves, and whether the user's own balances are included. */
export function Screen() {
  const t = useT();
  const [params] = useSearchParams();
  const treeId = params.get("tree");
  const newest = useCall("liabilities", {}, { refetchEveryMs: RECHECK_MS });
  const chosen = useCall("liabilities", treeId === null ? {} : { treeId });
  return (
    <Page title={t("liabilities.title")} hasBack isForm>
      <div className="proof-head stack-3">
        <p className="small muted">
          {t("liabilities.intro")}{" "}
          <Link className="link" to={DECISIONS}>
            {t("decisions.title")}
          </Link>
        </p>
        {newest.data !== undefined && (
          <TreeChoice newest={newest.data} chosen={treeId ?? newest.data.treeId} />
        )}
      </div>
      {chosen.data === undefined ? (
        <Missing of={chosen} />
      ) : (
        <Shown published={chosen.data} isNewest={chosen.data.treeId === newest.data?.treeId} />
      )}
    </Page>
  );
}

function Missing({ of: { error, isPending, refetch } }: { readonly of: UseQueryResult<Published> }) {
  const t = useT();
  if (isPending) {
    return (
      <div className="group">
        <SkeletonRows count={6} label={t("shell.loading")} />
      </div>
    );
  }
  if (!isUnknown(error)) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  return (
    <div className="owed-pad">
      <Notice title={t("liabilities.gone")}>{t("liabilities.goneNote")}</Notice>
    </div>
  );
}

function Shown({ published, isNewest }: { readonly published: Published; readonly isNewest: boolean }) {
  return (
    <div className="proof-cols">
      <div className="stack-4">
        <MyPart published={published} isNewest={isNewest} />
        <Limits />
      </div>
      <div className="stack-4">
        <Totals published={published} />
        <RootCard published={published} />
      </div>
    </div>
  );
}

function Totals({ published }: { readonly published: Published }) {
  const t = useT();
  const isSandbox = useAppStore((state) => state.siteData?.mode === "sandbox");
  return (
    <Card flush title={t("liabilities.totals")}>
      <ul className="owed-list">
        {published.totals.map(({ asset, liabilities, reserves }) => (
          <li key={asset}>
            <CoinIcon symbol={asset} size="m" />
            <b className="med">{asset}</b>
            <dl>
              <div>
                <dt>{t("liabilities.owed")}</dt>
                <dd>
                  <FinancialText value={liabilities} />
                </dd>
              </div>
              <div>
                <dt>{t("liabilities.held")}</dt>
                <dd>
                  <FinancialText value={reserves} />
                </dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
      <p className="small muted owed-note">
        {t("liabilities.heldNote")} {isSandbox && t("liabilities.playNote")}
      </p>
    </Card>
  );
}

const LIMITS = ["limitMine", "limitOthers", "limitMoney", "limitPrivacy"] as const;

/** What a check proves and what it does not. */
function Limits() {
  const t = useT();
  return (
    <Card title={t("liabilities.limits")} className="stack-3">
      <ul className="owed-limits small muted">
        {LIMITS.map((limit) => (
          <li key={limit}>{t(`liabilities.${limit}`)}</li>
        ))}
      </ul>
    </Card>
  );
}
