import { accepted } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";
import type { ContractStage } from "./contract-stage.ts";

const DAY_MS = 86_400_000;
const BTC = { symbol: "BTCUSDT", type: "limit" } as const;
const PAYMENT_PASSWORD = "246810";

/**
 * Three days of a trader on spot and contracts: purchases, a sale, a position closed with profit, one closed with
 * loss, a transfer, and one long position of 10× that stays open.
 */
export async function tradeForDays({ world }: ContractStage): Promise<WireClient> {
  const ada = await world.exchange.trader("ada@example.org", { USDT: "10000" });
  const ben = await world.exchange.trader("ben@example.org", { USDT: "10000", BTC: "0.1" });
  for (const client of [ada, ben])
    accepted(
      await client.call("transfer", {
        asset: "USDT",
        amount: "3000",
        from: "coin",
        to: "contract",
        paymentPassword: PAYMENT_PASSWORD,
      }),
    );
  /** Ben's order rests, Ada takes it. */
  const deal = async (
    call: "doOrder" | "contractOrder",
    side: "buy" | "sell",
    price: string,
    quantity: string,
  ) => {
    const other = side === "buy" ? "sell" : "buy";
    const leverage = call === "contractOrder" ? { leverage: 10 } : {};
    accepted(await ben.call(call, { ...BTC, side: other, price, quantity, ...leverage }));
    accepted(await ada.call(call, { ...BTC, side, price, quantity, ...leverage }));
  };
  await world.observe(60_000);
  await deal("doOrder", "buy", "60000", "0.1");
  await deal("contractOrder", "buy", "60000", "0.05");
  await world.observe(61_500);
  await deal("contractOrder", "sell", "61500", "0.05");
  await world.observe(61_000, DAY_MS);
  await deal("contractOrder", "sell", "61000", "0.05");
  await world.observe(61_800);
  await deal("contractOrder", "buy", "61800", "0.05");
  await world.observe(63_000, DAY_MS);
  await deal("doOrder", "sell", "63000", "0.04");
  await deal("contractOrder", "buy", "63000", "0.02");
  await world.observe(63_500);
  return ada;
}
