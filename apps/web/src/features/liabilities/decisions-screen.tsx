import { Card } from "@candor/ui/card.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { UsersIcon } from "@candor/ui/icons.tsx";
import { ClockIcon } from "@candor/ui/page-icons.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { CallReply } from "@candor/wire/calls";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { LoadMore } from "../../shell/calls/load-more.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { usePages } from "../../shell/calls/use-pages.ts";
import { Page } from "../../shell/page/page.tsx";
import { api } from "../../shell/services/services.ts";
import { WALLET_NAMES } from "../../shell/wallets/wallets.ts";
import "./liabilities.css";
import { changedLines, roleText, settingName } from "../../shared/announced-terms/setting-changes.ts";
import { useCoinsOf } from "../../shared/announced-terms/use-coins-of.ts";

type Decided = CallReply<"decisions">["list"][number];
type Announced = CallReply<"decisions">["announced"][number];
type Skipped = CallReply<"decisions">["skipped"][number];

const A_PAGE = 20;
const RECHECK_MS = 30_000;
const CHAINS_FRESH_MS = 600_000;

/** Decisions made by two operators and announced changes, public. */
export function Screen() {
  const t = useT();
  const newest = useCall("decisions", { limit: 1 }, { refetchEveryMs: RECHECK_MS });
  const pages = usePages(["decisions"], async (start, signal) => {
    const before = "cursor" in start ? { before: Number(start.cursor) } : {};
    const { list, next } = await api.call("decisions", { limit: A_PAGE, ...before }, { signal });
    return {
      list,
      nextCursor: next === null ? null : String(next),
      asOfSeq: Number.MAX_SAFE_INTEGER,
    };
  });
  const again = () => {
    void newest.refetch();
    pages.refetch();
  };
  const isFailed = pages.isFailed || (newest.isError && newest.data === undefined);
  return (
    <Page title={t("decisions.title")} hasBack isForm>
      <div className="decisions stack-4">
        <p className="small muted decisions-intro">{t("decisions.intro")}</p>
        {isFailed ? (
          <LoadFailed error={pages.error ?? newest.error} onRetry={again} />
        ) : (
          <>
            <Card flush title={t("decisions.announced")}>
              {newest.data === undefined ? (
                <SkeletonRows count={1} label={t("shell.loading")} />
              ) : (
                <AnnouncedList list={newest.data.announced} />
              )}
            </Card>
            <Card flush title={t("decisions.made")}>
              {pages.isPending && <SkeletonRows count={4} label={t("shell.loading")} />}
              {!pages.isPending && <MadeList list={pages.rows} />}
              {pages.hasMore && <LoadMore isBusy={pages.isFetchingMore} onMore={pages.fetchMore} />}
            </Card>
            <SkippedCard list={newest.data?.skipped ?? []} />
          </>
        )}
      </div>
    </Page>
  );
}

function AnnouncedList({ list }: { readonly list: readonly Announced[] }) {
  const t = useT();
  const formats = useFormats();
  if (list.length === 0)
    return (
      <Empty icon={ClockIcon} title={t("decisions.noAnnounced")}>
        {t("decisions.noAnnouncedNote")}
      </Empty>
    );
  return (
    <ul className="decision-list">
      {list.map((each) => (
        <li key={each.setting}>
          <SettingHead setting={each.setting} value={each.value} />
          <Changes setting={each.setting} before={each.before} value={each.value} />
          <p className="med">{t("decisions.from", { time: formats.date(each.fromMs, "full") })}</p>
          <Who {...each} />
        </li>
      ))}
    </ul>
  );
}

function MadeList({ list }: { readonly list: readonly Decided[] }) {
  const t = useT();
  const formats = useFormats();
  if (list.length === 0)
    return (
      <Empty icon={UsersIcon} title={t("decisions.none")}>
        {t("decisions.noneNote")}
      </Empty>
    );
  return (
    <ul className="decision-list">
      {list.map((each) => (
        <li key={each.decision}>
          <What decided={each} />
          <Who {...each} />
          <p className="small muted">
            <time dateTime={new Date(each.decidedAtMs).toISOString()}>
              {formats.date(each.decidedAtMs, "full")}
            </time>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Commands that broke an invariant of the exchange; usually none. */
function SkippedCard({ list }: { readonly list: readonly Skipped[] }) {
  const t = useT();
  const formats = useFormats();
  if (list.length === 0) return null;
  return (
    <Card flush title={t("decisions.skipped")}>
      <p className="small muted decisions-intro">{t("decisions.skippedNote")}</p>
      <ul className="decision-list">
        {list.map(({ seq, command, reason, decidedBy, decidedAtMs }) => (
          <li key={seq}>
            <Head>
              <span translate="no">
                {command} · {formats.integer(seq)}
              </span>
            </Head>
            <p>{t("decisions.reason", { reason })}</p>
            <p className="small muted">
              {decidedBy.join(", ")}
              {" · "}
              <time dateTime={new Date(decidedAtMs).toISOString()}>{formats.date(decidedAtMs, "full")}</time>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function What({ decided }: { readonly decided: Decided }) {
  const t = useT();
  const formats = useFormats();
  const { setting, correction, operator, deviationMs } = decided;
  if (setting !== null)
    return (
      <>
        <SettingHead setting={setting.name} value={setting.value} />
        <Changes setting={setting.name} before={setting.before} value={setting.value} />
      </>
    );
  if (correction !== null) return <Correction {...correction} />;
  if (operator !== null) {
    const { change, name, roles } = operator;
    return (
      <>
        <Head>{t(`decisions.${change}`, { name })}</Head>
        {roles.length > 0 && (
          <p>{t("decisions.roleList", { roles: roles.map((role) => roleText(role, t)).join(", ") })}</p>
        )}
      </>
    );
  }
  if (deviationMs === null) return <Head>{decided.what}</Head>;
  const seconds = formats.integer(Math.round(Math.abs(deviationMs) / 1_000));
  return (
    <>
      <Head>{t("decisions.clock")}</Head>
      <p>{t(deviationMs > 0 ? "decisions.ahead" : "decisions.behind", { seconds })}</p>
    </>
  );
}

function Correction({ amount, asset, wallet, account }: NonNullable<Decided["correction"]>) {
  const t = useT();
  const formats = useFormats();
  const user = t("decisions.ofUser", { wallet: t(WALLET_NAMES[wallet]) });
  const exchange = t(`decisions.${account}`);
  const isDebit = amount.startsWith("-");
  return (
    <>
      <Head>{t("decisions.correction")}</Head>
      <p>
        <span className="n" translate="no">
          {formats.decimal(isDebit ? amount.slice(1) : amount)} {asset}
        </span>
        : {isDebit ? `${user} → ${exchange}` : `${exchange} → ${user}`}
      </p>
    </>
  );
}

const Head = ({ children }: { readonly children: ReactNode }) => <h3 className="med">{children}</h3>;

function SettingHead({ setting, value }: { readonly setting: string; readonly value: string }) {
  const t = useT();
  const { data: deposits } = useCall("rechargeList", {}, { freshMs: CHAINS_FRESH_MS });
  const chainName = (chain: string): string =>
    deposits?.list.find((each) => each.chain === chain)?.chainName ?? chain;
  const { key, of } = settingName(setting, value, t, chainName);
  if (key === undefined) return <Head>{of}</Head>;
  return <Head>{of === "" ? t(key) : `${t(key)} · ${of}`}</Head>;
}

interface ChangesProps {
  readonly setting: string;
  readonly before: string | null;
  readonly value: string;
}

function Changes({ setting, before, value }: ChangesProps) {
  const t = useT();
  const formats = useFormats();
  const coinsOf = useCoinsOf();
  const inHours = (n: string) => t("decisions.hours", { n });
  return (
    <dl className="decision-changes">
      {changedLines({ setting, before, value }, formats, inHours, coinsOf).map((line) => (
        <div key={line.field}>
          <dt>{line.key === undefined ? line.field : t(line.key)}</dt>
          <dd className="n" translate="no">
            {before !== null && `${line.before} → `}
            <b>{line.after}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Who(props: {
  readonly proposedBy: string;
  readonly confirmedBy: string;
  readonly reason: string | null;
}) {
  const t = useT();
  const { proposedBy, confirmedBy, reason } = props;
  return (
    <>
      {reason !== null && reason !== "" && <p>{t("decisions.reason", { reason })}</p>}
      <p className="small muted">
        {proposedBy === "(machine)" && t("decisions.machine")}
        {proposedBy === "(configuration)" && t("decisions.configuration")}
        {!proposedBy.startsWith("(") && t("decisions.by", { proposer: proposedBy, confirmer: confirmedBy })}
      </p>
    </>
  );
}
