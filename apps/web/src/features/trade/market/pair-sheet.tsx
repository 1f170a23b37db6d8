import type { WireMarket } from "@candor/protocol/wire/objects";
import { CoinIcon } from "@candor/ui/coin-icon.tsx";
import { FinancialText, Percent } from "@candor/ui/financial-text.tsx";
import { SearchIcon } from "@candor/ui/icons.tsx";
import { Input } from "@candor/ui/input.tsx";
import "@candor/ui/list.css";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useState } from "react";
import type { MarketKind } from "../../../data/market-kind.ts";
import { useT } from "../../../i18n/use-t.ts";
import { useMarkets } from "../../../shell/market-data.ts";

export interface PairSheetProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly symbol: string;
  /** Which markets there are to choose from; default: spot. */
  readonly kind?: MarketKind;
  /** Which of them; default: all. */
  readonly accepts?: (market: WireMarket) => boolean;
  readonly onChoose: (symbol: string) => void;
}

const any = (): boolean => true;

/** Changes the market without leaving the screen. */
export function PairSheet({
  open,
  onOpenChange,
  symbol,
  kind = "spot",
  accepts = any,
  onChoose,
}: PairSheetProps) {
  const t = useT();
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t("trade.chooseMarket")}>
      <PairList
        symbol={symbol}
        kind={kind}
        accepts={accepts}
        onChoose={(next) => {
          onChoose(next);
          onOpenChange(false);
        }}
      />
    </Sheet>
  );
}

function PairList({
  symbol,
  kind,
  accepts,
  onChoose,
}: Required<Pick<PairSheetProps, "symbol" | "kind" | "accepts" | "onChoose">>) {
  const t = useT();
  const [text, setText] = useState("");
  const markets = useMarkets(kind);
  const wanted = text.trim().toUpperCase().replace("/", "");
  const found = markets.filter((market) => market.symbol.includes(wanted) && accepts(market));
  return (
    <div className="stack">
      <Input
        label={t("shell.searchCoin")}
        labelHidden
        placeholder={t("shell.searchCoin")}
        leading={<SearchIcon size="s" className="muted" />}
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="list pair-list">
        {found.map((market) => (
          <li key={market.symbol}>
            <CoinIcon symbol={market.tokenCur} size="m" />
            <button
              type="button"
              className="row-act grow pair-name"
              aria-current={market.symbol === symbol}
              onClick={() => onChoose(market.symbol)}
            >
              <b className={market.symbol === symbol ? "link" : "med"}>{market.tokenCur}</b>
              <span className="muted small">/{market.quote}</span>
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
