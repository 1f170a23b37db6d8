const DECIMALS = 8;
const NUMBER = /^-?[0-9]+(?:\.([0-9]+))?$/;
/** Fields of spot replies that are amounts, prices or rates, other than percentages. */
const FIELDS = new Set(
  [
    "price qty quoteQty commission origQty executedQty origQuoteOrderQty cummulativeQuoteQty stopPrice icebergQty",
    "preventedQty preventedQuantity takerPreventedQuantity makerPreventedQuantity quoteOrderQty cumulativeQuoteQty newQty priceChange weightedAvgPrice openPrice highPrice lowPrice",
    "lastPrice prevClosePrice lastQty volume quoteVolume bidPrice bidQty askPrice askQty maker taker buyer seller",
    "discount free locked minPrice maxPrice tickSize minQty maxQty stepSize minNotional maxNotional bids asks p q",
  ].flatMap((line) => line.split(" ")),
);
/** Columns of a chart's rows that are amounts or prices. */
const COLUMNS = [1, 2, 3, 4, 5, 7, 9, 10];
const CHARTS = /klines$/i;
/** The same fields of stream events, by the kind of event; some events do not name theirs. */
const OF_EVENTS: Readonly<Record<string, string>> = {
  depthUpdate: "b a",
  trade: "p q",
  aggTrade: "p q",
  kline: "o c h l v q V Q",
  avgPrice: "w",
  "24hrTicker": "p w x c Q b B a A o h l v q",
  "24hrMiniTicker": "c o h l v q",
  "1hTicker": "p w c o h l v q",
  "4hTicker": "p w c o h l v q",
  "1dTicker": "p w c o h l v q",
  executionReport: "q p P F l z L Z Y Q A B pl pL pY",
  outboundAccountPosition: "f l",
  balanceUpdate: "d",
  "": "bids asks b B a A",
};
const EVENT_FIELDS = new Map(
  Object.entries(OF_EVENTS).map(([kind, names]) => [kind, new Set(names.split(" "))]),
);

/** Pads a number in text to eight decimals; returns any other value as it is. */
function padded(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const found = NUMBER.exec(value);
  if (found === null) return value;
  const [, decimals] = found;
  return decimals === undefined
    ? `${value}.${"0".repeat(DECIMALS)}`
    : value.padEnd(value.length - decimals.length + DECIMALS, "0");
}

const deeplyPadded = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(deeplyPadded) : padded(value);

/** Returns a reply of the spot API as Binance writes it: amounts and prices with eight decimals. */
export function replyInEightDecimals(path: string, body: unknown): unknown {
  return CHARTS.test(path) && Array.isArray(body) ? body.map(chartRow) : inEightDecimals(body, FIELDS);
}

const chartRow = (row: unknown): unknown =>
  Array.isArray(row) ? row.map((cell: unknown, at) => (COLUMNS.includes(at) ? padded(cell) : cell)) : row;

/** Returns a spot event, or list of events, with eight decimals. */
export function eventInEightDecimals(event: object): object {
  if (Array.isArray(event)) return event.map((each) => eventInEightDecimals(each as object));
  const fields = EVENT_FIELDS.get("e" in event ? String(event.e) : "");
  return fields === undefined ? event : (inEightDecimals(event, fields) as object);
}

function inEightDecimals(value: unknown, fields: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => inEightDecimals(each, fields));
  if (typeof value !== "object" || value === null) return value;
  const written: Record<string, unknown> = {};
  // A field of this name may also contain objects, such as an account's balances (B).
  for (const [name, each] of Object.entries(value) as [string, unknown][])
    written[name] =
      fields.has(name) && !isOfObjects(each) ? deeplyPadded(each) : inEightDecimals(each, fields);
  return written;
}

function isOfObjects(value: unknown): boolean {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "object" && !Array.isArray(first);
}
