import { setTimeout as sleep } from "node:timers/promises";
import { PAYMENT_PASSWORD, type WireClient } from "../support/wire-client.ts";
import { keptSession } from "./kept-session.ts";

const TRIES = 60;
const RETRY_MS = 500;
const BTC = { symbol: "BTCUSDT" } as const;

/** Returns the browser storage of a trader with open and closed items in every wallet. Needs a book with traders. */
export async function richAccount(wire: WireClient): Promise<Readonly<Record<string, unknown>>> {
  const account = await wire.register();
  await wire.fund("9000");
  const post = <const Path extends string>(path: Path, payload: object) =>
    wire.expectOk(wire.post(path, payload));
  const move = (to: string, amount: string) =>
    post("/Wallet/transfer", { asset: "USDT", from: "coin", to, amount, paymentPassword: PAYMENT_PASSWORD });
  await move("main", "2000");
  await move("contract", "1500");
  await move("option", "500");
  const spot = (order: object) => post("/Entrus/doOrder", { product: "spot", ...BTC, ...order });
  // The sandbox's traders start shortly after the server.
  for (let tries = 0; tries < TRIES; tries++) {
    const { order } = await spot({ side: "buy", type: "market", quoteQuantity: "300" });
    if (Number(order?.executedQuantity) > 0) break;
    await sleep(RETRY_MS);
  }
  const { coinsList } = await wire.expectOk(wire.get("/market/coinList"));
  const markets = coinsList as { readonly symbol: string; readonly indexPrice: string }[];
  const index = Number(markets.find(({ symbol }) => symbol === BTC.symbol)?.indexPrice);
  const at = (share: number) => (Math.round(index * share * 10) / 10).toFixed(1);
  await spot({ side: "buy", type: "limit", price: at(0.92), quantity: "0.01" });
  await spot({ side: "sell", type: "stop-limit", price: at(0.94), stopPrice: at(0.95), quantity: "0.0002" });
  const contract = (order: object) =>
    post("/Contract/doOrder", { ...BTC, side: "buy", quantity: "0.02", ...order });
  await contract({ type: "market" });
  await contract({ type: "limit", price: at(0.97) });
  await post("/Entrus/doOrder", {
    product: "option",
    ...BTC,
    direction: "up",
    durationSeconds: 60,
    amount: "20",
  });
  await post("/Lever/transfer", { ...BTC, asset: "USDT", direction: "in", amount: "300" });
  await post("/Lever/doOrder", {
    ...BTC,
    side: "buy",
    type: "market",
    quoteQuantity: "500",
    leverage: 3,
    effect: "borrow",
  });
  await post("/Mining/buy", { planId: "p0", quantity: 1 });
  await post("/market/love", { ...BTC, market: "spot", love: 1 });
  await post("/Notify/alerts", { action: "add", symbol: BTC.symbol, direction: "above", price: at(1.5) });
  return { ...(await keptSession(wire, account)), lang: "en" };
}
