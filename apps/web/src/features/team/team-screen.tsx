import { ButtonLink } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import type { CallReply } from "@candor/wire/calls";
import "@candor/ui/display.css";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { UsersIcon } from "@candor/ui/icons.tsx";
import "@candor/ui/list.css";
import { Notice } from "@candor/ui/notice.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { LoadMore } from "../../shell/calls/load-more.tsx";
import { Page } from "../../shell/page/page.tsx";
import { INVITE } from "../../shell/routing/routes.ts";
import "./team.css";
import { useTeam } from "./use-team.ts";

type Team = CallReply<"team">;

const USDT = { asset: "USDT", minDecimals: 2, maxDecimals: 6 } as const;

/** Invited users and the commission from their trading fees. */
export function Screen() {
  const t = useT();
  const pages = useTeam();
  const [team] = pages.rows;
  return (
    <Page title={t("team.title")} hasBack isForm>
      <div className="pad team">
        {pages.isFailed && <LoadFailed error={pages.error} onRetry={pages.refetch} />}
        {pages.isPending && (
          <div className="group">
            <SkeletonRows count={5} label={t("shell.loading")} />
          </div>
        )}
        {team !== undefined && (
          <>
            <Figures team={team} />
            <div>
              <Friends friends={pages.rows.flatMap(({ list }) => list)} />
              {pages.hasMore && <LoadMore isBusy={pages.isFetchingMore} onMore={pages.fetchMore} />}
            </div>
          </>
        )}
      </div>
    </Page>
  );
}

function Figures({ team }: { readonly team: Team }) {
  const t = useT();
  const formats = useFormats();
  const rate = formats.rate(team.referralRate);
  return (
    <div className="team-side">
      <section className="hero team-hero">
        <h2 className="muted small">{t("team.contribution")}</h2>
        <p className="team-sum">
          <FinancialText value={team.contribution} {...USDT} quiet />
        </p>
        <dl className="g2 small">
          <div>
            <dt className="muted">{t("team.size")}</dt>
            <dd className="n med" translate="no">
              {formats.integer(team.size)}
            </dd>
          </div>
          <div>
            <dt className="muted">{t("team.rate")}</dt>
            <dd className="n med" translate="no">
              {rate}
            </dd>
          </div>
        </dl>
      </section>
      <Notice>{t("team.how", { rate })}</Notice>
      {team.size > 0 && (
        <ButtonLink to={INVITE} tone="primary" block>
          {t("team.invite")}
        </ButtonLink>
      )}
    </div>
  );
}

function Friends({ friends }: { readonly friends: Team["list"] }) {
  const t = useT();
  const formats = useFormats();
  if (friends.length === 0) {
    return (
      <div className="group">
        <Empty
          icon={UsersIcon}
          title={t("team.nobody")}
          action={
            <ButtonLink to={INVITE} tone="primary" size="medium">
              {t("team.invite")}
            </ButtonLink>
          }
        >
          {t("team.nobodyNote")}
        </Empty>
      </div>
    );
  }
  return (
    <Card flush className="team-friends" title={t("team.friends")}>
      <ul className="list">
        {friends.map(({ username, joinedAtMs, contribution }) => (
          <li key={`${joinedAtMs}/${username}`}>
            <span className="grow stack">
              <b className="med">{username}</b>
              <span className="small muted">
                {t("team.joined", { day: formats.date(joinedAtMs, "day") })}
              </span>
            </span>
            <FinancialText value={contribution} {...USDT} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
