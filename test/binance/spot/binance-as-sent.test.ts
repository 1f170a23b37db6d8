import { NEWEST_RULES } from "@candor/domain/rules";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { askSigned } from "../../support/wire/binance-bot.ts";
import { accepted } from "../../support/wire/gateway-under-test.ts";
import { limitOrder, type SpotProgram, startSpotProgram } from "../../support/wire/spot-program.ts";
import type { Json } from "../../support/wire/streams.ts";

/** What a program sends of an order is what it reads of it, everywhere and until its end. The last price is 60,000. */
let program: SpotProgram;
beforeAll(async () => {
  program = await startSpotProgram({ BTC: "0.1", USDT: "9000" });
  await program.exchange.engine.execute({ kind: "adopt-rules", version: NEWEST_RULES });
});
afterAll(() => program.close());

type Fields = Readonly<Record<string, string>>;
/** Names of request fields in replies and in `executionReport`; those of prices and quantities have eight decimals. */
const NAMES: Readonly<Record<string, readonly [reply: string, event: string]>> = {
  type: ["type", "o"],
  side: ["side", "S"],
  quantity: ["origQty", "q"],
  quoteOrderQty: ["origQuoteOrderQty", "Q"],
  price: ["price", "p"],
  stopPrice: ["stopPrice", "P"],
  timeInForce: ["timeInForce", "f"],
  trailingDelta: ["trailingDelta", "d"],
  icebergQty: ["icebergQty", "F"],
  selfTradePreventionMode: ["selfTradePreventionMode", "V"],
  strategyId: ["strategyId", "j"],
  strategyType: ["strategyType", "J"],
  newClientOrderId: ["clientOrderId", "c"],
};
const AMOUNTS = new Set(["quantity", "quoteOrderQty", "price", "stopPrice", "icebergQty"]);
const COUNTS = new Set(["trailingDelta", "strategyId", "strategyType"]);

function wordsOf(sent: Fields, at: 0 | 1): Json {
  const value = (name: string, text: string) =>
    AMOUNTS.has(name) ? Number(text).toFixed(8) : COUNTS.has(name) ? Number(text) : text;
  return Object.fromEntries(
    Object.entries(sent).map(([name, text]) => [NAMES[name]?.[at] ?? name, value(name, text)]),
  );
}

async function ask(method: string, path: string, fields: Fields): Promise<unknown> {
  const parameters = { symbol: "BTCUSDT", ...fields };
  return (await askSigned(program.key, method, `${program.url}/api/v3${path}`, parameters)).body;
}

/** Checks an order that may be open in every reply and event. */
async function expectWords(sent: Fields, reply: Json): Promise<void> {
  const words = wordsOf(sent, 0);
  const id = String(reply["orderId"]);
  expect(reply).toMatchObject(words);
  expect(await ask("GET", "/order", { orderId: id })).toMatchObject(words);
  expect(await ask("GET", "/allOrders", { orderId: id, limit: "1" })).toMatchObject([words]);
  const open = (await ask("GET", "/openOrders", {})) as Json[];
  for (const order of open.filter(({ orderId }) => String(orderId) === id))
    expect(order).toMatchObject(words);
  await vi.waitFor(() => expect(eventsOf(id)).not.toEqual([]));
}

const eventsOf = (id: string): readonly Json[] =>
  program.received.filter(({ e, i }) => e === "executionReport" && String(i) === id);

/** Ends what is open; then all events of the orders say what was sent. */
async function endAll(orders: ReadonlyMap<string, Fields>): Promise<void> {
  await ask("DELETE", "/openOrders", {});
  for (const [id, { newClientOrderId, ...sent }] of orders) {
    const ends = ["CANCELED", "EXPIRED", "FILLED"];
    await vi.waitFor(() => expect(ends).toContain(eventsOf(id).at(-1)?.["X"]));
    // A cancel's own id takes the place of the order's.
    for (const event of eventsOf(id)) expect(event).toMatchObject(wordsOf(sent, 1));
    expect([eventsOf(id)[0]?.["c"], eventsOf(id)[0]?.["C"]]).toEqual([newClientOrderId, ""]);
  }
}

const bid = { side: "BUY", type: "LIMIT", price: "58000", timeInForce: "GTC", quantity: "0.001" };
const stop = { side: "SELL", stopPrice: "58000", quantity: "0.001" };
const profit = { side: "SELL", stopPrice: "62000", quantity: "0.001" };
const trail = { side: "SELL", quantity: "0.001", trailingDelta: "100" };
const FORCES = ["GTC", "IOC", "FOK"];
const SINGLE: readonly Fields[] = [
  ...FORCES.map((timeInForce) => ({ ...bid, timeInForce })),
  { side: "BUY", type: "LIMIT_MAKER", price: "58000", quantity: "0.001" },
  ...["EXPIRE_TAKER", "EXPIRE_MAKER", "EXPIRE_BOTH", "NONE", "DECREMENT"].map((selfTradePreventionMode) => ({
    ...bid,
    selfTradePreventionMode,
  })),
  { ...bid, icebergQty: "0.0002" },
  { ...bid, strategyId: "7", strategyType: "1000001" },
  { ...stop, type: "STOP_LOSS" },
  { ...profit, type: "TAKE_PROFIT" },
  ...FORCES.flatMap((timeInForce) => [
    { ...stop, type: "STOP_LOSS_LIMIT", price: "57900", timeInForce },
    { ...profit, type: "TAKE_PROFIT_LIMIT", price: "61900", timeInForce },
  ]),
  { ...trail, type: "STOP_LOSS" },
  { ...trail, type: "STOP_LOSS_LIMIT", price: "57900", timeInForce: "GTC" },
  { ...trail, type: "TAKE_PROFIT", stopPrice: "62000" },
  { ...trail, type: "TAKE_PROFIT_LIMIT", stopPrice: "62000", price: "61500", timeInForce: "GTC" },
  { side: "BUY", type: "MARKET", quoteOrderQty: "20" },
];

test("BIN-100 every single order reads as it was sent", async () => {
  await limitOrder(program.bo, "sell", "60000", "0.001");
  const orders = new Map<string, Fields>();
  for (const [at, fields] of SINGLE.entries()) {
    const sent = { ...fields, newClientOrderId: `single-${at}` };
    const reply = (await ask("POST", "/order", { ...sent, newOrderRespType: "RESULT" })) as Json;
    await expectWords(sent, reply);
    orders.set(String(reply["orderId"]), sent);
  }
  await endAll(orders);
  expect(orders.size).toBe(SINGLE.length);
  accepted(await program.bo.call("cancelAll", { product: "spot", symbol: "BTCUSDT" }));
}, 240_000);

/** Orders of a list that sells what is reached by a rise, and by a fall. A list that buys mirrors them. */
const RISING: readonly Fields[] = [
  { type: "LIMIT_MAKER", price: "62000" },
  { type: "TAKE_PROFIT", stopPrice: "62000" },
  { type: "TAKE_PROFIT_LIMIT", stopPrice: "62000", price: "61900", timeInForce: "FOK" },
  { type: "TAKE_PROFIT", stopPrice: "62000", trailingDelta: "100" },
];
const FALLING: readonly Fields[] = [
  { type: "STOP_LOSS", stopPrice: "58000" },
  { type: "STOP_LOSS_LIMIT", stopPrice: "58000", price: "57900", timeInForce: "GTC" },
  { type: "STOP_LOSS", trailingDelta: "100" },
];
/** A price as far on the other side of 60,000. */
const mirrored = (leg: Fields): Fields =>
  Object.fromEntries(
    Object.entries(leg).map(([name, text]) => [
      name,
      name === "price" || name === "stopPrice" ? String(120_000 - Number(text)) : text,
    ]),
  );
const LISTS = RISING.flatMap((rise) =>
  FALLING.flatMap((fall) => [
    { side: "SELL", above: rise, below: fall },
    { side: "BUY", above: mirrored(fall), below: mirrored(rise) },
  ]),
);

/** The leg's fields with their prefix, as in `pendingAboveStopPrice`. */
const prefixed = (prefix: string, leg: Fields): Fields =>
  Object.fromEntries(
    Object.entries(leg).map(([name, text]) => {
      const own = name === "newClientOrderId" ? "clientOrderId" : name;
      return [prefix === "" ? name : `${prefix}${own[0]?.toUpperCase()}${own.slice(1)}`, text];
    }),
  );

/** Only what others wait for is a LIMIT. */
const placeOf = ({ type = "" }: Fields): number =>
  type === "LIMIT" ? 0 : type.startsWith("STOP_LOSS") ? 1 : 2;

/** @returns how the first order ended */
async function expectList(path: string, fields: Fields, legs: readonly Fields[]): Promise<unknown> {
  const body = (await ask("POST", path, { ...fields, newOrderRespType: "RESULT" })) as Json;
  const reports = body["orderReports"] as readonly Json[] | undefined;
  expect(reports, JSON.stringify({ path, fields, body })).toHaveLength(legs.length);
  const orders = new Map<string, Fields>();
  // A stop loss is before the other leg, as at Binance.
  const sorted = legs.toSorted((one, two) => placeOf(one) - placeOf(two));
  for (const [at, leg] of sorted.entries()) {
    await expectWords(leg, reports?.[at] as Json);
    orders.set(String(reports?.[at]?.["orderId"]), leg);
  }
  await endAll(orders);
  return eventsOf(String(reports?.[0]?.["orderId"])).at(-1)?.["X"];
}

test.each(LISTS)(
  "BIN-100 a list's orders read as they were sent: $side $above.type, $below.type",
  async ({ side, above, below }) => {
    const name = `${side}-${LISTS.findIndex((list) => list.above === above && list.below === below)}`;
    const named = (leg: Fields, suffix: string) => ({
      ...leg,
      side,
      quantity: "0.009",
      newClientOrderId: `${name}-${suffix}`,
    });
    const without = ({ side: _side, quantity: _quantity, ...leg }: Fields): Fields => leg;
    const [one, two] = [named(above, "oco-a"), named(below, "oco-b")];
    await expectList(
      "/orderList/oco",
      { side, quantity: "0.009", ...prefixed("above", without(one)), ...prefixed("below", without(two)) },
      [one, two],
    );
    // The first order waits in the book, or is filled at once: then the others wait for the price.
    const [far, near] = side === "SELL" ? ["59000", "60100"] : ["61000", "59900"];
    for (const [at, price] of [far, near].entries()) {
      if (price === near) await book(side);
      const first = {
        type: "LIMIT",
        side: side === "SELL" ? "BUY" : "SELL",
        price,
        timeInForce: "GTC",
        quantity: "0.01",
        newClientOrderId: `${name}-w${at}`,
      };
      const pending = [named(above, `a${at}`), named(below, `b${at}`)] as const;
      const ended = await expectList(
        "/orderList/otoco",
        {
          ...prefixed("working", first),
          pendingSide: side,
          pendingQuantity: "0.009",
          ...prefixed("pendingAbove", without(pending[0])),
          ...prefixed("pendingBelow", without(pending[1])),
        },
        [first, ...pending],
      );
      expect(ended).toBe(price === near ? "FILLED" : "CANCELED");
    }
  },
  240_000,
);

/** An order of Bo's at 60,000 that the first order of a list can take. */
async function book(side: string): Promise<void> {
  await limitOrder(program.bo, side === "SELL" ? "sell" : "buy", "60000", "0.01");
}
