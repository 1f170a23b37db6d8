import { CoinIcon } from "@candor/ui/coin-icon.tsx";
import { FinancialText, Percent } from "@candor/ui/financial-text.tsx";
import { SearchIcon } from "@candor/ui/icons.tsx";
import { Input } from "@candor/ui/input.tsx";
import "@candor/ui/list.css";
import { useEffect, useRef, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { useMarkets } from "../../shell/markets/market-data.ts";
import { useSteadyOrder } from "../../shell/markets/steady-order.ts";
import type { PairSheetProps } from "./pair-sheet.tsx";

/** A searchable list of markets to choose from. */
export function PairList({
  symbol,
  kind,
  accepts,
  onChoose,
}: Required<Pick<PairSheetProps, "symbol" | "kind" | "accepts" | "onChoose">>) {
  const t = useT();
  const [text, setText] = useState("");
  const search = useRef<HTMLInputElement>(null);
  // On phones, the keyboard would cover the list.
  const startsFocused = useDesktop();
  useEffect(() => {
    if (startsFocused) search.current?.focus();
  }, [startsFocused]);
  const markets = useSteadyOrder(useMarkets(kind));
  const query = text.trim().toUpperCase().replace("/", "");
  const found = markets.filter((market) => market.symbol.includes(query) && accepts(market));
  return (
    <div className="stack">
      <Input
        inputRef={search}
        label={t("shell.searchCoin")}
        labelHidden
        placeholder={t("shell.searchCoin")}
        leading={<SearchIcon size="s" className="muted" />}
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={({ key, nativeEvent }) => {
          const [first] = found;
          // Enter also ends the composition of Chinese letters.
          if (key !== "Enter" || nativeEvent.isComposing || query === "" || first === undefined) return;
          onChoose(first.symbol);
        }}
      />
      <ul className="list pair-list" translate="no">
        {found.map((market) => (
          <li key={market.symbol}>
            <CoinIcon symbol={market.tokenCur} size="m" />
            <button
              type="button"
              className="row-act grow pair-name"
              aria-current={market.symbol === symbol}
              onClick={() => onChoose(market.symbol)}
            >
              <b className={market.symbol === symbol ? "link" : "med"}>
                {kind === "contract" ? market.symbol : market.tokenCur}
              </b>
              {kind !== "contract" && <span className="muted small">/{market.quote}</span>}
            </button>
            <span className="stack-1 r">
              <FinancialText value={market.chPrice ?? market.indexPrice} className="med" />
              <Percent value={market.updown} className="small" />
            </span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="muted center">{t("market.nothingFound", { text })}</p>}
    </div>
  );
}
