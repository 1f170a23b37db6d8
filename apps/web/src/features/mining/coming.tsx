import { Badge } from "@candor/ui/badge.tsx";
import "@candor/ui/display.css";
import type { IconComponent } from "@candor/ui/icons.tsx";
import { ChevronRightIcon, MarketIcon, TradeIcon, TransferIcon } from "@candor/ui/icons.tsx";
import "@candor/ui/list.css";
import { Link } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { Page } from "../../shell/page.tsx";
import { MARKETS, TRADE, TRANSFER } from "../../shell/routes.ts";
import "./coming.css";

interface Props {
  readonly title: string;
  readonly icon: IconComponent;
  readonly heading: string;
  readonly children: string;
}

/** A product that is not open yet: what it will be, that it is not, and what works. */
export function Coming({ title, icon: Icon, heading, children }: Props) {
  const t = useT();
  const link = (to: string, LinkIcon: IconComponent, words: string, note: string) => (
    <li>
      <i className="tile gray">
        <LinkIcon />
      </i>
      <div className="grow stack-1">
        <Link className="row-act med" to={to}>
          {words}
        </Link>
        <span className="small muted">{note}</span>
      </div>
      <ChevronRightIcon size="s" className="muted" />
    </li>
  );
  return (
    <Page title={title} isForm>
      <div className="pad">
        <section className="card coming-card">
          <i className="tile">
            <Icon />
          </i>
          <span>
            <Badge tone="warn">{t("mining.coming")}</Badge>
          </span>
          <h2>{heading}</h2>
          <p className="muted">{children}</p>
        </section>
      </div>
      <h2 className="coming-head">{t("mining.meanwhile")}</h2>
      <ul className="list group">
        {link(TRADE, TradeIcon, t("mining.tradeSpot"), t("mining.tradeSpotNote"))}
        {link(MARKETS, MarketIcon, t("mining.watchMarkets"), t("mining.watchMarketsNote"))}
        {link(TRANSFER, TransferIcon, t("mining.moveFunds"), t("mining.moveFundsNote"))}
      </ul>
    </Page>
  );
}
