import { classNames } from "@candor/ui/class-names";
import { StarIcon } from "@candor/ui/icons.tsx";
import type { WireMarket } from "@candor/wire/objects";
import { useLocation, useNavigate } from "react-router";
import { useT } from "../../i18n/use-t.ts";
import { refresh, toastError, useAct } from "../../shell/calls/use-call.ts";
import { pairOf } from "../../shell/markets/market-data.ts";
import { loginPath } from "../../shell/routing/routes.ts";
import { live } from "../../shell/services/services.ts";
import { useAppStore } from "../../state/app-store.ts";
import "./star.css";

interface Props {
  readonly market: Pick<WireMarket, "symbol" | "market" | "tokenCur" | "quote" | "love">;
  readonly className?: string;
}

/** Favorite toggle of a pair. Asks visitors to log in. */
export function FavoriteButton({ market, className }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const love = useAct("love");
  const isLoved = market.love === true;
  const toggle = async () => {
    if (!isLoggedIn) return navigate(loginPath(pathname + search));
    const outcome = await love.run({ symbol: market.symbol, market: market.market, love: isLoved ? 0 : 1 });
    if (outcome === null) return;
    if (!outcome.ok) toastError(outcome.error);
    live.tickers.reload();
    await refresh("loveList", "coinList");
  };
  return (
    <button
      type="button"
      className={classNames("star", isLoved && "is-on", className)}
      aria-pressed={isLoved}
      aria-label={t(isLoved ? "market.removeFavourite" : "market.addFavourite", { pair: pairOf(market) })}
      onClick={() => void toggle()}
    >
      <StarIcon size="s" className={isLoved ? "fill" : undefined} />
    </button>
  );
}
