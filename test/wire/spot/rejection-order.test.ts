import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest, setPaymentPassword } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

let exchange: GatewayUnderTest;
let trader: WireClient;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { rateLimitFactor: 1_000 } });
  trader = await exchange.trader("trader@example.org", { USDT: "1000", BTC: "0.01" });
});
afterAll(async () => {
  await exchange.close();
});

const STALE_TOKEN = "A".repeat(43);
const ORDER = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "55000", quantity: "0.001" };

test("WIRE-05 steps 1 to 7: engine, envelope, site, token, ban, form; the first that applies is the answer", async () => {
  const visitor = exchange.client();
  const stale = exchange.client(STALE_TOKEN);
  const banned = await exchange.registered("banned@example.org");
  const bannedId = Number(accepted(await banned.call("profile")).id);
  await exchange.identity.setBanned(bannedId, true);
  const broken = "data=!!!";

  exchange.ready = false;
  expect((await visitor.postRaw("doOrder", broken)).data.error).toBe("system.unavailable");
  exchange.ready = true;
  exchange.site.set(false, "Back at noon");
  expect((await visitor.postRaw("doOrder", broken)).code).toBe(100);
  const closed = await visitor.call("doOrder", { nonsense: 1 });
  expect([closed.status, closed.code, closed.data.error]).toEqual([402, 402, "site.closed"]);
  expect(closed.msg).toBe("The site is closed. Back at noon");
  exchange.site.set(true, null);
  expect((await visitor.call("doOrder", { nonsense: 1 })).data.error).toBe("user.notLoggedIn");
  const expired = await stale.call("doOrder", { nonsense: 1 });
  expect([expired.status, expired.code, expired.data.error]).toEqual([200, 401, "session.expired"]);
  const refused = await banned.call("doOrder", { nonsense: 1 });
  expect([refused.status, refused.code, refused.data.error]).toEqual([402, 402, "user.banned"]);
  expect((await trader.call("doOrder", { nonsense: 1 })).code).toBe(100);
});

test("WIRE-05 engine not available: HTTP 503 with Retry-After, for any call", async () => {
  exchange.ready = false;
  const answer = await trader.call("walletIndex");
  expect([answer.status, answer.code, answer.headers["retry-after"]]).toEqual([503, 503, "1"]);
  exchange.ready = true;
});

test("WIRE-05 calls marked C answer while the site is closed, all others do not", async () => {
  exchange.site.set(false, null);
  const visitor = exchange.client();
  expect(accepted(await visitor.call("home")).siteData.open_site).toBe(0);
  expect(accepted(await visitor.call("siteStatus")).open_site).toBe(0);
  accepted(await visitor.call("publicIndex"));
  accepted(await visitor.call("article"));
  for (const name of ["coinList", "depth", "walletIndex", "login", "outbox"] as const)
    expect((await trader.call(name)).code, name).toBe(402);
  exchange.site.set(true, null);
});

test("WIRE-05 where a login is optional, an invalid token counts as none", async () => {
  const stale = exchange.client(STALE_TOKEN);
  expect(accepted(await stale.call("coinList")).coinsList[0]?.love).toBe(null);
  expect(accepted(await trader.call("coinList")).coinsList[0]?.love).toBe(false);
});

test("WIRE-06 register: 111, 43, 41, 40, 31, 218, 219, 205, 312, 202, 201, 35, 39 in this order", async () => {
  await exchange.close();
  exchange = await GatewayUnderTest.start({
    gateway: { rateLimitFactor: 1_000 },
    identity: { settings: { registrationBy: ["email", "username", "phone"] } },
  });
  const visitor = exchange.client();
  const email = "first@example.org";
  accepted(await visitor.call("sendEmailCode", { email, event: "register" }));
  const code = exchange.codeOf(email);
  accepted(
    await visitor.call("register", {
      email,
      username: "first_one",
      password: "kestrel7",
      code,
      invitationCode: exchange.identity.houseCode,
    }),
  );
  // Each line fixes one fault; the next fault is then reported.
  const request: Record<string, unknown> = { colour: 1, email: "no", phone: "1", username: "1", code: "12" };
  const expectCode = async (number: number, error: string) => {
    const answer = await visitor.call("register", request);
    expect([answer.code, answer.data.error]).toEqual([number, error]);
  };
  await expectCode(111, "request.parameterError");
  delete request.colour;
  await expectCode(43, "user.invitationMissing");
  request.invitationCode = "no-code!";
  await expectCode(41, "user.emailFormat");
  request.email = email;
  await expectCode(40, "user.phoneFormat");
  delete request.phone;
  await expectCode(31, "user.accountError");
  request.username = "FIRST_ONE";
  await expectCode(218, "user.passwordEmpty");
  request.password = "short";
  request.repeatPassword = "other";
  await expectCode(219, "user.passwordFormat");
  request.password = "password1";
  await expectCode(205, "user.passwordsDiffer");
  request.repeatPassword = "password1";
  await expectCode(312, "user.passwordBreached");
  request.password = "kestrel8";
  request.repeatPassword = "kestrel8";
  await expectCode(202, "user.invitationError");
  request.invitationCode = exchange.identity.houseCode.toLowerCase();
  await expectCode(201, "user.codeExpired");
  // The code was sent before the address was taken, so its owner may be told.
  exchange.time.ms += 61_000;
  accepted(await visitor.call("sendEmailCode", { email: "second@example.org", event: "register" }));
  request.email = "second@example.org";
  request.code = exchange.codeOf("second@example.org");
  await expectCode(39, "user.usernameExists");
  request.username = "second_one";
  accepted(await visitor.call("register", request));
  trader = await exchange.trader("trader@example.org", { USDT: "1000", BTC: "0.01" });
});

test("WIRE-06 register: only the holder of a code learns that a mailbox is taken (35)", async () => {
  const visitor = exchange.client();
  const email = "slow@example.org";
  accepted(await visitor.call("sendEmailCode", { email, event: "register" }));
  const code = exchange.codeOf(email);
  const invitationCode = exchange.identity.houseCode;
  const request = { email, password: "kestrel7", code, invitationCode };
  const answers = await Promise.all([visitor.call("register", request), visitor.call("register", request)]);
  // In parallel, one wins; the other finds the code used or the mailbox taken.
  expect(answers.map((answer) => answer.code).sort((a, b) => a - b)[0]).toBe(1);
  expect([35, 201]).toContain(Math.max(...answers.map((answer) => answer.code)));
});

test("WIRE-06 login: 111, 31, 218, 46, 30, 32", async () => {
  const visitor = exchange.client();
  const email = "login@example.org";
  await exchange.registered(email);
  const codes: number[] = [];
  for (const request of [
    { account: email, password: "x".repeat(513) },
    { account: "???" },
    { account: email },
    { account: "nobody@example.org", password: "kestrel7" },
    { account: email, password: "kestrel8" },
  ])
    codes.push((await visitor.call("login", request)).code);
  expect(codes).toEqual([111, 31, 218, 46, 30]);
  const session = accepted(await visitor.call("login", { account: email, password: "kestrel7" }));
  await exchange.identity.setBanned(Number(session.id), true);
  const frozen = await visitor.call("login", { account: email, password: "kestrel7" });
  expect([frozen.code, frozen.data.error, frozen.status]).toEqual([32, "user.frozen", 200]);
});

test("WIRE-06 resetpwd of a visitor: 111, 48, 218, 219, 205, 206, 201, 204, 312", async () => {
  const visitor = exchange.client();
  const email = "forgot@example.org";
  await exchange.registered(email);
  const errors: unknown[] = [];
  const attempt = async (request: object) =>
    errors.push((await visitor.call("resetPassword", request)).data.error);
  await attempt({ newPassword: "kestrel9" });
  await attempt({ kind: "payment", code: "123456" });
  await attempt({ account: "nobody@example.org", code: "123456" });
  await attempt({ account: "nobody@example.org", code: "123456", newPassword: "123456" });
  const account = "nobody@example.org";
  const other = { newPassword: "kestrel9", repeatPassword: "kestrel0" };
  await attempt({ account, code: "123456", ...other });
  await attempt({ account, code: "123456", newPassword: "kestrel9" });
  await attempt({ account: email, code: "12345", newPassword: "kestrel9" });
  accepted(await visitor.call("sendEmailCode", { email, event: "reset" }));
  const code = exchange.codeOf(email);
  await attempt({ account: email, code, newPassword: "kestrel7" });
  await attempt({ account: email, code, newPassword: "password1" });
  expect(errors).toEqual([
    "request.parameterError",
    "user.notLoggedIn",
    "user.passwordEmpty",
    "user.passwordFormat",
    "user.passwordsDiffer",
    "user.notRegistered",
    "user.codeExpired",
    "user.passwordUnchanged",
    "user.passwordBreached",
  ]);
  accepted(await visitor.call("resetPassword", { account: email, code, newPassword: "kestrel9" }));
});

test("WIRE-06 resetpwd of a session: 203 for the old password, 220 and 201 for the payment password", async () => {
  const client = await exchange.registered("change@example.org");
  const errorOf = async (request: object) => (await client.call("resetPassword", request)).data.error;
  expect(await errorOf({ oldPassword: "kestrel8", newPassword: "kestrel9" })).toBe("user.oldPasswordWrong");
  expect(await errorOf({ kind: "payment", code: "123456", newPassword: "12345" })).toBe(
    "user.paymentPasswordFormat",
  );
  expect(await errorOf({ kind: "payment", code: "123456", newPassword: "123456" })).toBe("user.codeExpired");
});

test("WIRE-06 ems: 111, 41, 208, 206, 207", async () => {
  const visitor = exchange.client();
  const errors: unknown[] = [];
  const attempt = async (request: object) =>
    errors.push((await visitor.call("sendEmailCode", request)).data.error);
  await attempt({ email: "a@example.org" });
  await attempt({ event: "register" });
  await attempt({ email: "no address", event: "register" });
  accepted(await visitor.call("sendEmailCode", { email: "new@example.org", event: "register" }));
  await attempt({ email: "NEW@example.org", event: "reset" });
  await attempt({ email: "nobody@example.org", event: "reset" });
  await attempt({ email: "change@example.org", event: "register" });
  expect(errors).toEqual([
    "request.parameterError",
    "request.parameterError",
    "user.emailFormat",
    "user.codeNotExpired",
    "user.notRegistered",
    "user.alreadyRegistered",
  ]);
});

test("WIRE-06 transfer: 111, 112, 115, 313, 113, 114, 116 and 314", async () => {
  const email = "mover@example.org";
  const client = await exchange.registered(email);
  accepted(await client.call("faucet", { amount: "10" }));
  const errors: unknown[] = [];
  const attempt = async (request: object) => {
    const answer = await client.call("transfer", { asset: "USDT", from: "main", to: "coin", ...request });
    errors.push(answer.data.error);
    return answer;
  };
  await attempt({ to: "main", amount: "0" });
  await attempt({ amount: "0" });
  const below = await attempt({ amount: "0.5" });
  expect(below.data.params).toEqual({ min: "1.000000", asset: "USDT" });
  await attempt({ amount: "100" });
  await setPaymentPassword(client, exchange, email);
  const wrong = await attempt({ amount: "100", paymentPassword: "000000" });
  expect(wrong.data.params).toEqual({ attemptsLeft: 4 });
  const short = await attempt({ amount: "100", paymentPassword: "246810" });
  expect(short.data.params).toEqual({ available: "10.000000", asset: "USDT" });
  await attempt({ amount: "9.5", paymentPassword: "246810" });
  for (let i = 0; i < 5; i++)
    await client.call("transfer", {
      asset: "USDT",
      from: "main",
      to: "coin",
      amount: "5",
      paymentPassword: "000000",
    });
  const locked = await attempt({ amount: "5", paymentPassword: "246810" });
  expect(locked.data.params).toMatchObject({ untilMs: exchange.time.ms + 30 * 60_000 });
  expect(locked.msg).toMatch(/^Payment password locked until 2026-01-\d\d \d\d:\d\d UTC$/);
  expect(errors).toEqual([
    "request.parameterError",
    "wallet.amountError",
    "wallet.belowMinimumTransfer",
    "user.paymentPasswordUnset",
    "wallet.paymentPasswordError",
    "wallet.insufficientBalance",
    "wallet.remainderBelowMinimum",
    "user.paymentPasswordLocked",
  ]);
});

test("WIRE-06 doOrder: 100, 330, 102, 331, 339, 338, 103, with their values", async () => {
  const market = { kind: "set-market-status", marketId: 0 } as const;
  await exchange.engine.execute({ ...market, status: "cancel-only" });
  expect((await trader.call("doOrder", { ...ORDER, price: "0.01" })).code).toBe(100);
  for (const quantity of ["0.000001", "0.001", "99"]) {
    const halted = await trader.call("doOrder", { ...ORDER, quantity });
    expect([halted.code, halted.data.params]).toEqual([330, { status: "cancel-only" }]);
  }
  await exchange.engine.execute({ ...market, status: "trading" });
  const small = await trader.call("doOrder", { ...ORDER, price: "10", quantity: "0.00001" });
  expect([small.code, small.data.params]).toEqual([102, { min: "5.000000", max: "4503599627.370496" }]);
  const large = await trader.call("doOrder", { ...ORDER, quantity: "101" });
  expect([large.code, large.data.params]).toEqual([102, { min: "0.00001", max: "100.00000" }]);
  const far = await trader.call("doOrder", { ...ORDER, price: "10000" });
  expect([far.code, far.data.params]).toEqual([331, { min: "48000.0", max: "72000.0" }]);
  const stop = { symbol: "BTCUSDT", side: "sell", type: "stop-market", quantity: "0.001" };
  const reached = await trader.call("doOrder", { ...stop, stopPrice: "61000" });
  expect([reached.code, reached.data.params]).toEqual([339, { price: "60000.0" }]);
  accepted(await trader.call("doOrder", { ...ORDER, side: "sell", price: "60000" }));
  const taking = await trader.call("doOrder", { ...ORDER, price: "60000", timeInForce: "post-only" });
  expect([taking.code, taking.msg]).toEqual([338, "A post-only order would execute at once"]);
  // The limit leg of an OCO must rest, but nobody called it post-only.
  const pair = { ...ORDER, side: "buy", type: "oco", price: "60000", stopPrice: "61000" };
  const leg = await trader.call("doOrder", pair);
  expect([leg.code, leg.msg]).toEqual([338, "The limit price must be below the market price"]);
  const unfunded = await trader.call("doOrder", { ...ORDER, quantity: "5" });
  expect([unfunded.code, unfunded.data.params]).toEqual([103, { available: "1000.000000", asset: "USDT" }]);
  accepted(await trader.call("cancelAll"));
});

test("WIRE-06 cancel and reduce: 100, 332, 333 with the order's status", async () => {
  expect((await trader.call("cancel", {})).code).toBe(100);
  expect((await trader.call("cancel", { orderId: "1", clientOrderId: "a" })).code).toBe(100);
  expect((await trader.call("cancel", { orderId: "999999" })).code).toBe(332);
  expect((await trader.call("cancel", { orderId: "not-ours_1" })).code).toBe(332);
  expect((await trader.call("reduce", { orderId: "999999", quantity: "1" })).code).toBe(332);
  const placed = accepted(await trader.call("doOrder", { ...ORDER, quantity: "0.002" }));
  const orderId = "order" in placed ? placed.order.orderId : "";
  const other = await exchange.registered("other@example.org");
  expect((await other.call("cancel", { orderId })).code).toBe(332);
  expect((await trader.call("reduce", { orderId, quantity: "0.002" })).code).toBe(100);
  expect((await trader.call("reduce", { orderId, quantity: "0.0000001" })).code).toBe(102);
  accepted(await trader.call("cancel", { orderId }));
  const again = await trader.call("cancel", { orderId });
  expect([again.code, again.data.params]).toEqual([333, { status: "canceled" }]);
  expect(again.msg).toBe("Order is already canceled");
  const closed = await trader.call("reduce", { orderId, quantity: "0.001" });
  expect([closed.code, closed.data.params]).toEqual([333, { status: "canceled" }]);
});

test("WIRE-06 reads of one market: 111 before 320", async () => {
  const visitor = exchange.client();
  for (const name of ["merged", "depth", "entrusOrder"] as const) {
    expect((await visitor.call(name, { symbol: "!" })).code).toBe(name === "entrusOrder" ? 100 : 111);
    expect((await visitor.call(name, { symbol: "NOPEUSDT" })).code).toBe(320);
    expect((await visitor.call(name, { market: "contract" })).code).toBe(320);
  }
  expect((await visitor.call("kline", { symbol: "NOPEUSDT" })).code).toBe(111);
  expect((await visitor.call("kline", { symbol: "NOPEUSDT", period: "1h" })).code).toBe(320);
  expect((await trader.call("love", { symbol: "NOPEUSDT" })).code).toBe(320);
  expect((await visitor.call("article", { id: "x" })).code).toBe(320);
  expect((await visitor.call("message", { kind: "personal" })).code).toBe(48);
  expect((await visitor.call("message", { id: "x" })).code).toBe(320);
  expect((await trader.call("revoke", { sessionId: "x" })).code).toBe(320);
});

test("WIRE-06 timed options that were never offered are a wrong symbol, and their records are empty", async () => {
  const option = { product: "option", symbol: "BTCUSDT", direction: "up", amount: "20", durationSeconds: 60 };
  const refused = await trader.call("doOrder", option);
  expect([refused.code, refused.data.fields]).toEqual([100, [{ path: "symbol", reason: "range" }]]);
  expect(accepted(await trader.call("record", { product: "option" })).list).toEqual([]);
  expect(accepted(await exchange.client().call("optionInfo"))).toMatchObject({ list: [], pool: null });
});
