import { RULES } from "@candor/domain/rules";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest, setPaymentPassword } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

const PAYMENT = "246810";
const EMAIL = "grant@example.org";
let exchange: GatewayUnderTest;
let trader: WireClient;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { rateLimitFactor: 1_000 } });
  trader = await exchange.registered(EMAIL);
  await setPaymentPassword(trader, exchange, EMAIL);
  accepted(await trader.call("faucet"));
});
afterAll(async () => {
  await exchange.close();
});

const out = { asset: "USDT", from: "main", to: "contract", amount: "100" } as const;
const moved = (secret: object, client = trader) => client.call("transfer", { ...out, ...secret });
const refusal = async (secret: object, client = trader) => {
  const { code, data } = await moved(secret, client);
  return [code, data.error];
};
/** Enters the payment password and requests a grant. */
async function granted(client = trader): Promise<string> {
  const { grant } = accepted(await moved({ paymentPassword: PAYMENT, wantsGrant: true }, client));
  expect(grant).toEqual({
    token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    untilMs: exchange.time.ms + 300_000,
  });
  return grant?.token ?? "";
}
const WRONG = [113, "wallet.paymentPasswordError"];

test("WEB-120 a grant replaces the payment password in transfers of its session for five minutes, not longer by use", async () => {
  expect(accepted(await moved({ paymentPassword: PAYMENT }))).not.toHaveProperty("grant");
  const paymentGrant = await granted();
  exchange.time.ms += 299_999;
  const second = accepted(await moved({ paymentGrant, wantsGrant: true }));
  expect(second).not.toHaveProperty("grant");
  expect(second.balances).toEqual([
    { wallet: "main", asset: "USDT", available: "9700.000000", frozen: "0.000000" },
    { wallet: "contract", asset: "USDT", available: "300.000000", frozen: "0.000000" },
  ]);
  exchange.time.ms += 1;
  // No password was entered, so no attempt is used up.
  expect((await moved({ paymentGrant })).data).toMatchObject({ params: { attemptsLeft: 5 } });
  expect(await refusal({ paymentGrant })).toEqual(WRONG);
});

test("WEB-120 a grant is invalid in another session, for another user, or with a changed letter", async () => {
  const paymentGrant = await granted();
  const login = accepted(
    await exchange.client().call("login", { account: EMAIL, password: "kestrel7", deviceName: "Tab" }),
  );
  const tab = exchange.client(login.token);
  expect(await refusal({ paymentGrant }, tab)).toEqual(WRONG);
  expect(await refusal({ paymentGrant: `${paymentGrant.slice(1)}A` })).toEqual(WRONG);
  expect(await refusal({ paymentGrant: "A".repeat(44) })).toEqual([111, "request.parameterError"]);
  const other = await exchange.registered("other@example.org");
  await setPaymentPassword(other, exchange, "other@example.org");
  accepted(await other.call("faucet"));
  expect(await refusal({ paymentGrant }, other)).toEqual(WRONG);
  accepted(await moved({ paymentGrant }));
});

test("WEB-120 logging out, a wrong payment password and a new one end it; withdrawals never take it", async () => {
  const login = accepted(
    await exchange.client().call("login", { account: EMAIL, password: "kestrel7", deviceName: "Tab" }),
  );
  const tab = exchange.client(login.token);
  const ofTab = await granted(tab);
  accepted(await tab.call("logout"));
  expect((await moved({ paymentGrant: ofTab }, tab)).code).toBe(401);
  expect(await refusal({ paymentGrant: ofTab })).toEqual(WRONG);

  const paymentGrant = await granted();
  expect(await refusal({ paymentPassword: "111111", paymentGrant })).toEqual(WRONG);
  expect(await refusal({ paymentGrant })).toEqual(WRONG);
  const withdrawal = { asset: "USDT", chain: "evm-31337", amount: "20", address: `0x${"1".repeat(40)}` };
  const held = accepted(await trader.call("walletIndex")).main;
  for (const secret of [{ paymentGrant }, {}]) {
    const refused = await trader.call("withdraw", { ...withdrawal, ...secret });
    expect([refused.code, refused.data.error]).toEqual([130, "withdrawal.paymentPasswordEmpty"]);
  }
  expect(accepted(await trader.call("walletIndex")).main).toEqual(held);

  const kept = await granted();
  accepted(
    await trader.call("resetPassword", {
      kind: "payment",
      oldPassword: PAYMENT,
      newPassword: "135791",
      repeatPassword: "135791",
    }),
  );
  expect(await refusal({ paymentGrant: kept })).toEqual(WRONG);
  expect(await refusal({ paymentPassword: PAYMENT, wantsGrant: true })).toEqual(WRONG);
  accepted(await moved({ paymentPassword: "135791" }));
});

test("WEB-122 all that a wallet has may be transferred, also below the minimum, and zero is left", async () => {
  const paymentPassword = "135791";
  await exchange.engine.execute({ kind: "adopt-rules", version: RULES.transferAll });
  const index = accepted(await trader.call("walletIndex"));
  const held = index.wallets.contract[0]?.available ?? "";
  const back = { asset: "USDT", from: "contract", to: "main", paymentPassword } as const;
  accepted(await trader.call("transfer", { ...back, amount: held }));
  const asset = { asset: "BTC", paymentPassword } as const;
  accepted(await trader.call("faucet", { asset: "BTC", amount: "0.00000999" }));
  const refused = await trader.call("transfer", { ...asset, from: "main", to: "coin", amount: "0.00000998" });
  expect([refused.code, refused.data.error]).toEqual([115, "wallet.belowMinimumTransfer"]);
  const all = await trader.call("transfer", { ...asset, from: "main", to: "coin", amount: "0.00000999" });
  expect(accepted(all).balances).toEqual([
    { wallet: "main", asset: "BTC", available: "0.00000000", frozen: "0.00000000" },
    { wallet: "coin", asset: "BTC", available: "0.00000999", frozen: "0.00000000" },
  ]);
  expect(accepted(await trader.call("walletIndex")).wallets).toMatchObject({ contract: [], option: [] });
});
