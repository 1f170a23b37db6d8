// Places an order below the market with a Binance client and cancels it, in spot and in futures.
// npm run -s sandbox -- account --json > .candor/account.json
// node examples/binance-order.mjs .candor/account.json
import { existsSync, readFileSync } from "node:fs";
import process from "node:process";
import { MainClient, USDMClient } from "binance";

const [file = ".candor/account.json"] = process.argv.slice(2);
if (!existsSync(file)) {
  console.error(`${file} does not exist: npm run -s sandbox -- account --json > ${file}`);
  process.exit(2);
}
const { url, apiKey, secret } = JSON.parse(readFileSync(file, "utf8"));
const options = { api_key: apiKey, api_secret: secret, baseUrl: url };
const clients = { spot: new MainClient(options), futures: new USDMClient(options) };
const symbol = "BTCUSDT";

const { indexPrice } = await clients.futures.getMarkPrice({ symbol });
// Too low to be filled now; a whole number is on every tick.
const price = Math.floor(Number(indexPrice) * 0.95);
// The client adds an id of its own to the object that it sends.
const order = { symbol, side: "BUY", type: "LIMIT", timeInForce: "GTC", price, quantity: 0.01 };
for (const [name, client] of Object.entries(clients)) {
  const { orderId, status } = await client.submitNewOrder({ ...order });
  console.log(`${name}: order ${orderId} at ${price} is ${status}`);
  const canceled = await client.cancelOrder({ symbol, orderId });
  console.log(`${name}: order ${orderId} is ${canceled.status}`);
}
