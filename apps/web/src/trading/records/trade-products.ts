import { PRODUCTS, type Product } from "@candor/domain/enumerations";
import type { WireMarket } from "@candor/wire/objects";
import type { MessageKey } from "../../i18n/message-keys.ts";

export const TRADE_CHOICES = ["all", ...PRODUCTS] as const;
export type TradeChoice = (typeof TRADE_CHOICES)[number];

/** The type ensures that every traded product has a chip. */
export const TRADE_CHOICE_WORDS: Readonly<Record<TradeChoice, MessageKey>> = {
  all: "records.all",
  spot: "trade.spot",
  lever: "shell.navLeverage",
  contract: "records.contracts",
  option: "shell.navSecondContracts",
};

/** Product names for rows. */
export const PRODUCT_WORDS: Readonly<Record<Product, MessageKey>> = {
  spot: "trade.spot",
  lever: "shell.navLeverage",
  contract: "records.contract",
  option: "shell.navSecondContracts",
};

type Market = Pick<WireMarket, "symbol" | "market" | "tokenCur" | "quote" | "option" | "lever">;

const IS_OF: Readonly<Record<TradeChoice, (market: Market) => boolean>> = {
  all: () => true,
  spot: ({ market }) => market === "spot",
  lever: ({ lever }) => lever,
  contract: ({ market }) => market === "contract",
  option: ({ option }) => option,
};

/** Chips of the products offered here; all while unknown. */
export const offeredChoices = (markets: readonly Market[]): readonly TradeChoice[] =>
  markets.length === 0 ? TRADE_CHOICES : TRADE_CHOICES.filter((choice) => markets.some(IS_OF[choice]));

/**
 * Markets for filtering, by name. A contract has the symbol of its spot market: one entry matches trades of both, under
 * the pair's name.
 */
export function marketsOf(choice: TradeChoice, markets: readonly Market[]) {
  const nameOf = ({ symbol, tokenCur, quote }: Market) =>
    choice === "contract" ? symbol : `${tokenCur}/${quote}`;
  const names = new Map(
    markets.filter(IS_OF[choice]).map((market) => [market.symbol, nameOf(market)] as const),
  );
  return [...names]
    .map(([symbol, name]) => ({ symbol, name }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}
