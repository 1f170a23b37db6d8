import { Badge } from "@candor/ui/badge.tsx";
import { Button } from "@candor/ui/button.tsx";
import { CoinIcon } from "@candor/ui/coin-icon.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { FinancialText, Percent } from "@candor/ui/financial-text.tsx";
import { SearchIcon, StarIcon } from "@candor/ui/icons.tsx";
import type { WireMarket } from "@candor/wire/objects";
import "@candor/ui/list.css";
import { Link, useFormats } from "@candor/ui/ui-context.tsx";
import { memo, type ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useTurnover } from "../../shell/markets/market-data.ts";
import { marketKey } from "../../shell/markets/market-key.ts";
import { MARKETS } from "../../shell/routing/routes.ts";
import { live } from "../../shell/services/services.ts";
import { LogInFirst } from "../../shell/session/log-in-first.tsx";
import { useAppStore } from "../../state/app-store.ts";
import { FavoriteButton } from "../../trading/market/favorite-button.tsx";
import { marketPath, PairName } from "../../trading/market/pair-name.tsx";
import type { MarketRows, MarketTab } from "./use-market-rows.ts";
import type { Watchlist } from "./watchlists.ts";

export interface MarketListProps {
  readonly tab: MarketTab;
  readonly rows: MarketRows;
  readonly text: string;
  /** The user's own list that is shown; absent for all others. */
  readonly list?: Watchlist | undefined;
  readonly onClearText: () => void;
}

/** Content shown instead of rows, or null if there are rows. */
export function useNoRows({ tab, rows, text, list, onClearText }: MarketListProps): ReactNode {
  const t = useT();
  const isLoggedIn = useAppStore((state) => state.token !== "");
  if (rows.markets.length > 0) return null;
  if (tab === "favourites" && list === undefined && !isLoggedIn) {
    return <LogInFirst icon={StarIcon} title={t("market.favouritesLogin")} returnTo={MARKETS} />;
  }
  if (rows.state === "loading") return <SkeletonRows count={8} label={t("shell.loading")} />;
  if (rows.state === "failed") {
    return <LoadFailed error={live.tickers.failure} onRetry={() => live.tickers.reload()} />;
  }
  if (text !== "") {
    return (
      <Empty
        icon={SearchIcon}
        title={t("market.nothingFound", { text })}
        action={
          <Button size="small" onClick={onClearText}>
            {t("market.clearSearch")}
          </Button>
        }
      >
        {t("market.nothingFoundNote")}
      </Empty>
    );
  }
  return (
    <Empty icon={StarIcon} title={t(list === undefined ? "market.noFavourites" : "market.emptyList")}>
      {t(list === undefined ? "market.noFavouritesNote" : "market.emptyListNote")}
    </Empty>
  );
}

/** Phone list of markets. */
export function MarketList(props: MarketListProps) {
  const t = useT();
  const noRows = useNoRows(props);
  if (noRows !== null) return <div className="group">{noRows}</div>;
  return (
    <>
      <p className="small muted pad">{t("about.volumeNote")}</p>
      <ul className="group market-rows" translate="no">
        {props.rows.markets.map((market) => (
          <MarketRow key={marketKey(market)} market={market} />
        ))}
      </ul>
    </>
  );
}

/** Status of a market that does not trade normally. */
export function MarketStatus({ status, statusReason }: Pick<WireMarket, "status" | "statusReason">) {
  const t = useT();
  if (status === "trading") return null;
  if (status === "halted") return <Badge tone="warn">{t("market.closed")}</Badge>;
  return (
    <Badge tone="warn">{t(statusReason === "disputed" ? "market.disputed" : "market.cancelOnly")}</Badge>
  );
}

const MarketRow = memo(function MarketRow({ market }: { readonly market: WireMarket }) {
  const t = useT();
  const turnover = useTurnover(market);
  const formats = useFormats();
  return (
    <li>
      <CoinIcon symbol={market.tokenCur} />
      <div className="stack-1">
        <span className="row market-name">
          <Link className="row-act med trunc" to={marketPath(market)}>
            <PairName market={market} />
          </Link>
          <FavoriteButton market={market} className="above" />
        </span>
        <span className="row wrap market-name">
          <MarketStatus status={market.status} statusReason={market.statusReason} />
          <span className="small muted trunc n" translate="no">
            {t("market.volumeShort", { volume: formats.compact(turnover, { isInColumn: true }) })}
          </span>
        </span>
      </div>
      <FinancialText value={market.chPrice} className="med r" />
      <Percent value={market.updown} boxed />
    </li>
  );
});
