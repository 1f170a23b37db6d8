import type { UserDetail } from "@candor/wire/console/users";
import { expect, onTestFinished, test } from "vitest";
import { ConsoleUnderTest } from "../support/console/console-under-test.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";
import { LEVER } from "../support/wire/lever-world.ts";

test("CONS-10 a user's margin accounts and their ledger entries have the market's name, apart from the spot wallet", async () => {
  const office = await ConsoleUnderTest.start({ lever: LEVER });
  onTestFinished(() => office.close());
  const { exchange } = office;
  const owner = await office.operator("olga", "owner");
  const trader = await exchange.trader("margin@example.org", { USDT: "3000" });
  await exchange.observeBitcoin(1_000, 60_000);
  const userId = Number(accepted(await trader.call("profile")).id);
  const pair = { symbol: "BTCUSDT", asset: "USDT" } as const;
  const moved = { ...pair, direction: "in", amount: "500", requestId: "in" } as const;
  accepted(await trader.call("leverTransfer", moved));
  const ticket = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "60000", quantity: "0.01" } as const;
  accepted(await trader.call("leverOrder", ticket));
  await exchange.readModels.waitFor(exchange.engine.durableSeq, 60_000);
  const { balances, equity, funds } = (await owner.call<UserDetail>("user-detail", { userId })).body;
  const { totalEquity } = accepted(await trader.call("walletIndex"));
  expect(totalEquity).toMatchObject(equity);
  // The first hour's interest of 0.02 USDT.
  expect(equity).toMatchObject({ amount: "2999.980000", leverage: "499.980000", unpriced: [] });
  const of = (margin: string | null) =>
    balances.filter((each) => each.wallet === "coin" && each.margin === margin && each.asset === "USDT");
  expect(of(null)).toMatchObject([{ available: "2500.000000", debt: "0.000000" }]);
  // The first hour's interest is charged with the loan.
  expect(of("BTCUSDT")).toMatchObject([{ frozen: "600.000000", debt: "100.020000" }]);
  const entries = funds.map(({ kind, margin, amount, after }) => [kind, margin, amount, after].join(" "));
  expect(entries).toContain("transfer-out  -500.000000 2500.000000");
  expect(entries).toContain("transfer-in BTCUSDT 500.000000 500.000000");
});
