import { Card } from "@candor/ui/card.tsx";
import { CoinIcon } from "@candor/ui/coin-icon.tsx";
import { SkeletonRows } from "@candor/ui/feedback.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/load-failed.tsx";
import { Page } from "../../shell/page.tsx";
import { useCall } from "../../shell/use-call.ts";
import { useSearchParams } from "../../shell/use-search-params.ts";
import { useAppStore } from "../../state/app-store.ts";
import "../records/records.css";
import "./liabilities.css";
import { MyPart } from "./my-part.tsx";
import { RootCard } from "./root-card.tsx";
import type { Published } from "./use-inclusion.ts";

/** What the exchange owes to all of its users, what it holds, and whether one's own balances are in it. */
export function Screen() {
  const t = useT();
  const [params] = useSearchParams();
  const treeId = params.get("tree");
  const request = treeId === null ? {} : { treeId };
  const { data, isPending, refetch } = useCall("liabilities", request);
  return (
    <Page title={t("liabilities.title")} hasBack isForm>
      {data === undefined ? (
        isPending ? (
          <div className="group">
            <SkeletonRows count={6} label={t("shell.loading")} />
          </div>
        ) : (
          <LoadFailed onRetry={() => void refetch()} />
        )
      ) : (
        <Shown published={data} />
      )}
    </Page>
  );
}

function Shown({ published }: { readonly published: Published }) {
  const t = useT();
  return (
    <>
      <div className="proof-head">
        <p className="small muted">{t("liabilities.intro")}</p>
      </div>
      <div className="proof-cols">
        <div className="stack-4">
          <MyPart published={published} />
          <Limits />
        </div>
        <div className="stack-4">
          <Totals published={published} />
          <RootCard published={published} />
        </div>
      </div>
    </>
  );
}

function Totals({ published }: { readonly published: Published }) {
  const t = useT();
  const isSandbox = useAppStore((state) => state.siteData?.mode !== "live");
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

/** What a check proves, and what it does not. */
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
