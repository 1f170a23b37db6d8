import "@candor/ui/choice.css";
import { PullToRefresh } from "@candor/ui/pull-to-refresh.tsx";
import { scrolledRow } from "@candor/ui/scrolled-row";
import { TitleBar } from "@candor/ui/shell-parts.tsx";
import { Link } from "@candor/ui/ui-context.tsx";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { refresh } from "../../shell/calls/use-call.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { SearchButton } from "../../shell/navigation/search-button.tsx";
import { usePageTitle } from "../../shell/routing/page-title.ts";
import { MINERS, MINING } from "../../shell/routing/routes.ts";
import "./mining.css";

interface Props {
  readonly title: string;
  readonly current: typeof MINING | typeof MINERS;
  /** Shown next to the heading. */
  readonly badge?: ReactNode;
  readonly children: ReactNode;
}

/** Page frame with two tabs: shop and the user's machines. */
export function MiningPage({ title, current, badge, children }: Props) {
  const t = useT();
  const isDesktop = useDesktop();
  usePageTitle(title);
  const tab = (to: string, label: string) => (
    <Link to={to} {...(to === current && { "aria-current": "page" as const })}>
      {label}
    </Link>
  );
  const tabs = (
    <nav ref={scrolledRow} className="tabs mining-tabs" aria-label={t("mining.title")}>
      {tab(MINING, t("mining.machines"))}
      {tab(MINERS, t("mining.myMiners"))}
    </nav>
  );
  if (isDesktop) {
    return (
      <div className="wide mining">
        <div className="row between mining-head">
          <h1 className="page">{t("mining.title")}</h1>
          {badge}
        </div>
        {tabs}
        {children}
      </div>
    );
  }
  return (
    <>
      <TitleBar title={t("mining.title")}>
        {badge}
        <SearchButton />
      </TitleBar>
      <PullToRefresh onRefresh={() => refresh("miningIndex", "miningRecord")}>
        <div className="mining">
          {tabs}
          {children}
        </div>
      </PullToRefresh>
    </>
  );
}
