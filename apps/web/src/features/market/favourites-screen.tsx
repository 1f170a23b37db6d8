import { ButtonLink } from "@candor/ui/button.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { StarIcon } from "@candor/ui/icons.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { Page } from "../../shell/page/page.tsx";
import { MARKETS } from "../../shell/routing/routes.ts";
import { MarketList } from "./market-list.tsx";
import { DEFAULT_SORT } from "./market-sort.ts";
import { MarketTable } from "./market-table.tsx";
import "./market.css";
import { useMarketRows } from "./use-market-rows.ts";

/** The user's favorite pairs. */
export function Screen() {
  const t = useT();
  const isDesktop = useDesktop();
  const [sort, setSort] = useState(DEFAULT_SORT);
  const rows = useMarketRows("favourites", "", sort);
  const list = { tab: "favourites", rows, text: "", onClearText: () => undefined } as const;
  return (
    <Page title={t("market.favourites")} hasBack>
      {rows.state === "ready" && rows.markets.length === 0 ? (
        <section className="group">
          <Empty
            icon={StarIcon}
            title={t("market.noFavourites")}
            action={
              <ButtonLink to={MARKETS} size="small">
                {t("market.showMarkets")}
              </ButtonLink>
            }
          >
            {t("market.noFavouritesNote")}
          </Empty>
        </section>
      ) : isDesktop ? (
        <section className="group">
          <MarketTable {...list} sort={sort} onSort={setSort} />
        </section>
      ) : (
        <MarketList {...list} />
      )}
    </Page>
  );
}
