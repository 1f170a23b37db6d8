import type { CallReply } from "@candor/protocol/wire/calls";
import { Card } from "@candor/ui/card.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { UsersIcon } from "@candor/ui/icons.tsx";
import { ClockIcon } from "@candor/ui/page-icons.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/load-failed.tsx";
import { LoadMore } from "../../shell/load-more.tsx";
import { Page } from "../../shell/page.tsx";
import { api } from "../../shell/services.ts";
import { useCall } from "../../shell/use-call.ts";
import { usePages } from "../../shell/use-pages.ts";
import { WALLET_NAMES } from "../../shell/wallets.ts";
import "./liabilities.css";
import { changesOf, fieldKey, settingName, valueText } from "./setting-changes.ts";

type Decided = CallReply<"decisions">["list"][number];
type Announced = CallReply<"decisions">["announced"][number];

const A_PAGE = 20;
const LOOK_AGAIN_MS = 30_000;

/** What two operators decided, and what they announced, for everybody. */
export function Screen() {
  const t = useT();
  const newest = useCall("decisions", { limit: 1 }, { refetchEveryMs: LOOK_AGAIN_MS });
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
          <SettingHead name={each.setting} />
          <Changes before={each.before} value={each.value} />
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

function What({ decided }: { readonly decided: Decided }) {
  const t = useT();
  const formats = useFormats();
  const { setting, correction, operator, deviationMs } = decided;
  if (setting !== null)
    return (
      <>
        <SettingHead name={setting.name} />
        <Changes before={setting.before} value={setting.value} />
      </>
    );
  if (correction !== null) return <Correction {...correction} />;
  if (operator !== null) {
    const { change, name, roles } = operator;
    return (
      <>
        <Head>{t(`decisions.${change}`, { name })}</Head>
        {roles.length > 0 && <p>{t("decisions.roleList", { roles: roles.join(", ") })}</p>}
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

function SettingHead({ name }: { readonly name: string }) {
  const t = useT();
  const { key, of: raw } = settingName(name);
  // "spot BTCUSDT": the market in the reader's words.
  const of = raw
    .replace(/^spot /, `${t("shell.navSpot")} `)
    .replace(/^contract /, `${t("shell.navContracts")} `);
  if (key === undefined) return <Head>{of}</Head>;
  return <Head>{of === "" ? t(key) : `${t(key)} · ${of}`}</Head>;
}

function Changes({ before, value }: { readonly before: string | null; readonly value: string }) {
  const t = useT();
  const formats = useFormats();
  const text = (field: string, of: unknown) =>
    valueText(field, of, formats, (n) => t("decisions.hours", { n }));
  return (
    <dl className="decision-changes">
      {changesOf(before, value).map(({ field, before: was, after }) => {
        const key = fieldKey(field);
        return (
          <div key={field}>
            <dt>{key === undefined ? field : t(key)}</dt>
            <dd className="n" translate="no">
              {before !== null && `${text(field, was)} → `}
              <b>{text(field, after)}</b>
            </dd>
          </div>
        );
      })}
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
