import type { Formats } from "@candor/ui/formats";
import type { CallReply } from "@candor/wire/calls";
import type { WireAsset, WireMarket } from "@candor/wire/objects";
import type { Translate } from "../../i18n/i18n.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { pairOf } from "../../shell/markets/market-data.ts";
import {
  articlePath,
  CONTRACTS,
  contractPath,
  fundOrderPath,
  LEVERAGE,
  leveragePath,
  optionPath,
  SECOND_CONTRACTS,
  tradePath,
} from "../../shell/routing/routes.ts";
import { actWords, STATUS_WORDS, TYPE_WORDS } from "../../trading/orders/order-words.ts";
import { RECORDS_PARAM } from "../../trading/orders/records-tab.ts";
import { coinWords } from "./coin-names.ts";
import type { FoundRow } from "./found-row.ts";

/** Returns a market and its possible actions as rows. */
export function marketRows(
  t: Translate,
  market: WireMarket,
  assets: readonly WireAsset[],
  isOffered: (path: string) => boolean,
  languageTag: string,
): readonly FoundRow[] {
  const name = pairOf(market);
  const { symbol, tokenCur } = market;
  const coin = assets.find(({ asset }) => asset === tokenCur)?.name ?? "";
  const row = (to: string, product: MessageKey): FoundRow => ({
    key: to,
    to,
    name,
    others: `${symbol} ${coinWords(tokenCur, coin, languageTag)} ${t(product)}`,
    note: `${t(product)}${coin === "" ? "" : ` · ${coin}`}`,
    market,
  });
  if (market.market === "contract")
    return isOffered(CONTRACTS) ? [row(contractPath(symbol), "shell.navContracts")] : [];
  return [
    row(tradePath(symbol), "shell.navSpot"),
    ...(market.lever && isOffered(LEVERAGE) ? [row(leveragePath(symbol), "shell.navLeverage")] : []),
    ...(market.option && isOffered(SECOND_CONTRACTS)
      ? [row(optionPath(symbol), "shell.navSecondContracts")]
      : []),
  ];
}

type Article = Extract<CallReply<"article">, { list: unknown }>["list"][number];

export const articleRow = ({ id, title, summary }: Article): FoundRow => ({
  key: `article ${id}`,
  to: articlePath(id),
  name: title,
  note: summary,
});

type Own = CallReply<"findOwn">["list"][number];

const MONEY_WORDS = {
  deposit: "search.foundDeposit",
  withdrawal: "search.foundWithdrawal",
  transfer: "search.foundTransfer",
  convert: "search.foundConvert",
} as const satisfies Record<Exclude<Own["kind"], "order" | "option">, MessageKey>;

const ORDER_PATHS = {
  spot: tradePath,
  lever: leveragePath,
  contract: contractPath,
  option: optionPath,
} as const;
const LIVE: readonly string[] = ["untriggered", "open", "partially-filled", "pending"];

/** Returns a row for one of the user's own items, with a link to its list. */
export function ownRow(t: Translate, formats: Formats, found: Own): FoundRow {
  if (found.kind === "order") {
    const { order } = found;
    const tab = !LIVE.includes(order.status) ? "history" : order.product === "contract" ? "orders" : "open";
    const act = t(actWords(order));
    return {
      key: `order ${order.orderId}`,
      to: `${ORDER_PATHS[order.product](order.symbol)}&${RECORDS_PARAM}=${tab}`,
      name: t("search.foundOrder", { id: order.orderId }),
      note: `${order.symbol} · ${act} · ${t(TYPE_WORDS[order.type])} · ${t(STATUS_WORDS[order.status])} · ${formats.date(order.createdAtMs, "day-time")}`,
    };
  }
  if (found.kind === "option") {
    const { option } = found;
    return {
      key: `option ${option.optionId}`,
      to: optionPath(option.symbol),
      name: t("search.foundOption", { id: option.optionId }),
      note: `${option.symbol} · ${formats.date(option.orderTimeMs, "day-time")}`,
    };
  }
  return {
    key: `${found.kind} ${found.id}`,
    to: fundOrderPath(found.kind === "withdrawal" ? "withdrawal" : found.kind, found.id),
    name: t(MONEY_WORDS[found.kind], { id: found.id }),
    note: formats.date(found.createdAtMs, "day-time"),
  };
}
