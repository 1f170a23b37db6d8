// A funding and a liquidation on demand, the same in every run. Runs with `node --test examples/rig.test.mjs`; vitest and
// jest have the same hooks. With CANDOR_URL and CANDOR_HOME, it uses a test rig with a manual clock that runs already.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import process from "node:process";
import { after, before, test } from "node:test";
import { connectCandor, startCandor } from "@candor/sandbox";

const symbol = "BTCUSDT";
let candor;
let account;
let timeMs;
before(async () => {
  const { CANDOR_URL: url, CANDOR_HOME: home } = process.env;
  const rig = { seed: 7, clock: "manual", mode: "scenario" };
  candor = url && home ? connectCandor({ url, home }) : await startCandor(rig);
  account = await candor.openAccount({ usdt: 20_000 });
  timeMs = (await candor.time()).timeMs;
});
after(() => candor?.stop?.());

/** Signs with the exchange's time, which stands still. */
async function signed(method, path, fields = {}) {
  const query = new URLSearchParams({ ...fields, timestamp: timeMs }).toString();
  const signature = createHmac("sha256", account.secret).update(query).digest("hex");
  const headers = { "X-MBX-APIKEY": account.apiKey };
  const response = await fetch(`${candor.url}${path}?${query}&signature=${signature}`, { method, headers });
  return await response.json();
}

const amount = async () => Number((await signed("GET", "/fapi/v2/positionRisk", { symbol }))[0].positionAmt);

test("a long position pays funding, and is liquidated when the price falls by a fifth", async () => {
  const { userId } = account;
  const market = "futures";
  await candor.pushIndex(symbol, 50_000);
  await candor.placeBook({ symbol, market, bids: [[49_990, 5]], asks: [[50_010, 5]] });
  await candor.setBalance({ userId, wallet: market, asset: "USDT", amount: 6_000 });
  await signed("POST", "/fapi/v1/leverage", { symbol, leverage: 20 });
  await signed("POST", "/fapi/v1/order", { symbol, side: "BUY", type: "MARKET", quantity: 2 });
  assert.equal(await amount(), 2);

  await candor.settleFunding(symbol);
  timeMs = (await candor.advance(1_000)).timeMs;
  const [funding] = await signed("GET", "/fapi/v1/income", { incomeType: "FUNDING_FEE" });
  assert.ok(Number(funding.income) < 0);

  await candor.placeBook({ symbol, market });
  await candor.pushIndex(symbol, 40_000);
  timeMs = (await candor.advance(5_000)).timeMs;
  assert.equal(await amount(), 0);
});
