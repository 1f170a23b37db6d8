import { withdrawalSeqOf } from "@candor/domain/fund-ids";
import type { Units } from "@candor/money/brand";
import { SANDBOX_RISK_RULES } from "@candor/server/custody/withdrawals/withdrawal-rules";
import { generateSync } from "otplib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accepted, GatewayUnderTest, setPaymentPassword } from "../../support/wire/gateway-under-test.ts";
import { CHAIN, CONFIRMATIONS, HOT_WALLET, ScriptedChain } from "../../support/wire/scripted-chain.ts";
import type { WireClient } from "../../support/wire-client.ts";

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";
const OTHER = "0xde709f2102306220921060314715629080e2fb77";
const WRONG_CHECKSUM = "0x52908400098527886E0F7030069857D2E4169Ee7";
const PAYMENT = "246810";
const EIGHT_HOURS_MS = 8 * 3_600_000;

let chain: ScriptedChain;
let exchange: GatewayUnderTest;
let trader: WireClient;
let traderId: number;

beforeAll(async () => {
  exchange = await GatewayUnderTest.start({
    gateway: { rateLimitFactor: 1_000 },
    chains: (engine, nowMs) => {
      chain = new ScriptedChain(engine, nowMs);
      return chain;
    },
  });
  trader = await funded("trader@example.org", 1_000);
  traderId = Number(accepted(await trader.call("profile")).id);
});
afterAll(async () => {
  await exchange.close();
});

/** Creates a user with a payment password and USDT deposited from a chain. */
async function funded(email: string, usdt: number): Promise<WireClient> {
  const client = await exchange.registered(email);
  await setPaymentPassword(client, exchange, email);
  const { id } = accepted(await client.call("profile"));
  const deposit = await chain.see(Number(id), 0, usdt * 1_000_000);
  await chain.credit(deposit.depositId);
  return client;
}

const request = (changes: object = {}) => ({
  asset: "USDT",
  chain: CHAIN,
  address: ADDRESS,
  amount: "100",
  paymentPassword: PAYMENT,
  ...changes,
});

const usdtOf = async (client: WireClient) =>
  accepted(await client.call("walletIndex")).wallets.main.find(({ asset }) => asset === "USDT");

/** Runs a call that must be rejected and checks that no command reached the exchange. */
async function refused(client: WireClient, name: "withdraw" | "addSite" | "removeSite", payload: object) {
  const before = await exchange.engine.stateHash();
  const balances = accepted(await client.call("walletIndex")).wallets;
  const answer = await client.call(name, payload);
  expect(answer.code).not.toBe(1);
  expect(accepted(await client.call("walletIndex")).wallets).toEqual(balances);
  // A command rejected by the exchange itself is journaled but changes nothing.
  if (answer.code !== 134) expect(await exchange.engine.stateHash()).toEqual(before);
  return [answer.code, answer.data.error, answer.data.params] as const;
}

/** Until the withdrawal has been approved or held back. */
async function decided(withdrawalId: string): Promise<string | undefined> {
  const seq = withdrawalSeqOf(withdrawalId) ?? 0;
  const status = () => exchange.funding.withdrawals.tracker.find(seq)?.state.status;
  await expect.poll(status).not.toBe("frozen");
  return status();
}

test("WDRL-01 a withdrawal freezes its amount, is approved, signed, broadcast, confirmed, and pays net and fee", async () => {
  const before = accepted(await trader.call("cashTypeList"));
  expect(
    before.list.map(({ asset, minAmount, maxAmount, fee, available }) => [
      asset,
      minAmount,
      maxAmount,
      fee,
      available,
    ]),
  ).toEqual([
    ["USDT", "10.000000", "50000.000000", "1.000000", "1000.000000"],
    ["ETH", "0.00500000", "20.00000000", "0.00050000", "0.00000000"],
  ]);
  expect(before).toMatchObject({
    promiseHours: 8,
    hold: null,
    bookOnly: false,
    paymentPasswordSet: true,
    secondFactor: [],
  });
  const nowMs = exchange.time.ms;
  const answer = accepted(await trader.call("withdraw", request({ requestId: "w-1" })));
  expect(answer).toEqual({
    withdrawal: {
      withdrawalId: `w-${answer.asOfSeq}`,
      asset: "USDT",
      chain: CHAIN,
      chainName: "Development chain",
      amount: "100.000000",
      fee: "1.000000",
      net: "99.000000",
      address: ADDRESS,
      txHash: null,
      status: "frozen",
      result: "in-progress",
      confirmations: 0,
      confirmationsRequired: CONFIRMATIONS,
      reason: null,
      holdReason: null,
      holdUntilMs: null,
      promisedByMs: nowMs + EIGHT_HOURS_MS,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      steps: [{ status: "frozen", timeMs: nowMs }],
    },
    balance: { wallet: "main", asset: "USDT", available: "900.000000", frozen: "100.000000" },
    asOfSeq: answer.asOfSeq,
  });
  const seq = withdrawalSeqOf(answer.withdrawal.withdrawalId) ?? 0;
  expect(await decided(answer.withdrawal.withdrawalId)).toBe("approved");
  exchange.time.ms += 1_000;
  const txHash = await chain.broadcast(seq);
  exchange.time.ms += 1_000;
  const { executed } = await exchange.engine.execute({
    kind: "settle-withdrawal",
    withdrawalId: seq,
    outcome: "confirmed",
    txHash,
    reason: "",
  });
  expect(executed.error).toBeUndefined();
  expect(await usdtOf(trader)).toEqual({
    wallet: "main",
    asset: "USDT",
    available: "900.000000",
    frozen: "0.000000",
  });
  const tracked = await exchange.funding.find(traderId, seq);
  expect(tracked && exchange.funding.movements.describe(tracked)).toMatchObject({
    status: "confirmed",
    result: "success",
    txHash,
    confirmations: CONFIRMATIONS,
    steps: [
      { status: "frozen", timeMs: nowMs },
      { status: "approved", timeMs: nowMs },
      { status: "signed", timeMs: nowMs + 1_000 },
      { status: "broadcast", timeMs: nowMs + 1_000 },
      { status: "confirmed", timeMs: nowMs + 2_000 },
    ],
  });
  expect(await exchange.funding.find(traderId + 1, seq)).toBeUndefined();
});

describe("WDRL-02 rejected in the documented order, nothing moves", () => {
  test("130, 131, 132, 111, 362, 135, 360, 364, 136 of the request itself", async () => {
    const client = await funded("order@example.org", 100);
    const broken: Record<string, unknown> = {
      colour: 1,
      asset: "NOPE",
      chain: "evm-1",
      requestId: "order-1",
    };
    const expectCode = async (code: number, error: string, params?: object) =>
      expect(await refused(client, "withdraw", broken)).toEqual([code, error, params]);
    await expectCode(130, "withdrawal.paymentPasswordEmpty");
    broken.paymentPassword = "000000";
    broken.address = "";
    await expectCode(131, "withdrawal.addressEmpty");
    broken.address = WRONG_CHECKSUM;
    await expectCode(132, "withdrawal.amountEmpty");
    broken.amount = "1e3";
    await expectCode(111, "request.parameterError");
    delete broken.colour;
    await expectCode(111, "request.parameterError");
    broken.amount = "9.9999999";
    await expectCode(111, "request.parameterError");
    broken.chain = CHAIN;
    await expectCode(111, "request.parameterError");
    broken.asset = "usdt";
    await expectCode(111, "request.parameterError");
    broken.amount = "9.999999";
    await expectCode(362, "withdrawal.addressInvalid", { chain: "Development chain" });
    broken.address = HOT_WALLET;
    await expectCode(362, "withdrawal.addressInvalid", { chain: "Development chain" });
    broken.address = ADDRESS;
    await expectCode(135, "withdrawal.belowMinimum", { min: "10.000000", asset: "USDT" });
    broken.amount = "50000.000001";
    chain.paused = "unreachable";
    await expectCode(360, "withdrawal.aboveMaximum", { max: "50000.000000", asset: "USDT" });
    broken.amount = "50000";
    await expectCode(364, "withdrawal.chainPaused", { chain: "Development chain" });
    chain.paused = undefined;
    accepted(
      await client.call("addSite", { chain: CHAIN, address: OTHER, bound: true, paymentPassword: PAYMENT }),
    );
    await expectCode(136, "withdrawal.addressBound");
    broken.address = OTHER;
    await expectCode(133, "withdrawal.paymentPasswordError", { attemptsLeft: 4 });
    broken.paymentPassword = PAYMENT;
    await expectCode(134, "withdrawal.insufficientBalance", { available: "100.000000", asset: "USDT" });
    broken.amount = "100";
    // A rejection does not use up the key.
    const done = accepted(await client.call("withdraw", broken));
    expect(done.balance).toMatchObject({ available: "0.000000", frozen: "100.000000" });
  });

  test("an own deposit address is no address to withdraw to, not even somebody else's", async () => {
    const { list } = accepted(await trader.call("sites", { asset: "USDT" }));
    const client = await funded("loop@example.org", 100);
    const address = (list[0] as { address: string }).address;
    expect((await refused(client, "withdraw", request({ address })))[0]).toBe(362);
  });

  test("313 without a payment password, 133 with a wrong one, 314 after five", async () => {
    const client = await exchange.registered("secrets@example.org");
    expect((await refused(client, "withdraw", request())).slice(0, 2)).toEqual([
      313,
      "user.paymentPasswordUnset",
    ]);
    await setPaymentPassword(client, exchange, "secrets@example.org");
    for (let left = 4; left >= 0; left--)
      expect(await refused(client, "withdraw", request({ paymentPassword: "000000" }))).toEqual([
        133,
        "withdrawal.paymentPasswordError",
        { attemptsLeft: left },
      ]);
    expect((await refused(client, "withdraw", request())).slice(0, 2)).toEqual([
      314,
      "user.paymentPasswordLocked",
    ]);
    expect(
      (await refused(client, "addSite", { chain: CHAIN, address: ADDRESS, paymentPassword: PAYMENT }))[0],
    ).toBe(314);
  });

  test("361 while changed credentials hold withdrawals, behind the payment password", async () => {
    const client = await funded("held@example.org", 100);
    accepted(
      await client.call("resetPassword", {
        kind: "payment",
        oldPassword: PAYMENT,
        newPassword: "135791",
      }),
    );
    const untilMs = exchange.time.ms + 86_400_000;
    expect((await refused(client, "withdraw", request()))[0]).toBe(133);
    const now = { paymentPassword: "135791" };
    const hold = { reason: "payment-password", untilMs };
    const [code, error, params] = await refused(client, "withdraw", request(now));
    expect([code, error]).toEqual([361, "withdrawal.hold"]);
    expect(params).toMatchObject(hold);
    expect(accepted(await client.call("cashTypeList")).hold).toEqual(hold);
    exchange.time.ms += 86_400_000;
    expect(accepted(await client.call("cashTypeList")).hold).toBe(null);
    accepted(await client.call("withdraw", request(now)));
  });
});

test("WDRL-02 310 without the second factor, 311 with a wrong one, both after 133 and before 361; it pays once", async () => {
  const client = await funded("factor@example.org", 300);
  const { secret = "" } = accepted(await client.call("totp", { action: "begin" }));
  const codeNow = () => generateSync({ secret, epoch: Math.floor(exchange.time.ms / 1_000) });
  accepted(await client.call("totp", { action: "enable", totp: codeNow(), password: "kestrel7" }));
  exchange.time.ms += 30_000;
  expect(accepted(await client.call("cashTypeList")).secondFactor).toEqual(["totp"]);
  const expectCode = async (payload: object, code: number) =>
    expect((await refused(client, "withdraw", payload))[0]).toBe(code);
  await expectCode(request({ paymentPassword: "000000" }), 133);
  expect(await refused(client, "withdraw", request())).toEqual([
    310,
    "user.secondFactorRequired",
    { methods: ["totp"] },
  ]);
  const wrong = { secondFactor: { totp: "000000" } };
  await expectCode(request(wrong), 311);
  const site = { chain: CHAIN, address: ADDRESS, paymentPassword: PAYMENT };
  expect((await refused(client, "addSite", site))[0]).toBe(310);
  expect((await refused(client, "addSite", { ...site, ...wrong }))[0]).toBe(311);
  accepted(await client.call("addSite", { ...site, secondFactor: { totp: codeNow() } }));
  // The same code cannot be used for the payment too.
  await expectCode(request({ secondFactor: { totp: codeNow() } }), 352);
  exchange.time.ms += 30_000;
  const paid = request({ secondFactor: { totp: codeNow() }, requestId: "with-code" });
  const first = accepted(await client.call("withdraw", paid));
  // A repetition needs neither the same code again nor another one.
  expect(accepted(await client.call("withdraw", paid))).toEqual({ ...first, replayed: true });
  const { secondFactor: _, ...bare } = paid as ReturnType<typeof request> & { secondFactor: object };
  expect(accepted(await client.call("withdraw", bare)).replayed).toBe(true);
  expect(await usdtOf(client)).toMatchObject({ available: "200.000000", frozen: "100.000000" });
  exchange.time.ms += 30_000;
  accepted(
    await client.call("resetPassword", {
      kind: "payment",
      oldPassword: PAYMENT,
      newPassword: "135791",
      secondFactor: { totp: codeNow() },
    }),
  );
  await expectCode(request({ paymentPassword: "135791" }), 310);
  exchange.time.ms += 30_000;
  await expectCode(
    request({ paymentPassword: "135791", amount: "300", secondFactor: { totp: codeNow() } }),
    361,
  );
});

describe("WDRL-03 a repeated key", () => {
  test("gets the first answer without secrets, another request with it is 300", async () => {
    const client = await funded("twice@example.org", 500);
    const first = accepted(await client.call("withdraw", request({ requestId: "pay" })));
    const again = accepted(
      await client.call(
        "withdraw",
        request({ requestId: "pay", amount: "100.0", paymentPassword: "999999" }),
      ),
    );
    expect(again).toEqual({ ...first, replayed: true });
    expect(await usdtOf(client)).toMatchObject({ available: "400.000000", frozen: "100.000000" });
    // Its approval is a command too: it must not come between the looks at what a refusal changes.
    await decided(first.withdrawal.withdrawalId);
    for (const changes of [{ amount: "101" }, { address: OTHER }, { asset: "ETH", amount: "1" }])
      expect(
        (await refused(client, "withdraw", request({ requestId: "pay", ...changes }))).slice(0, 2),
      ).toEqual([300, "request.keyConflict"]);
    const both = await Promise.all([
      client.call("withdraw", request({ requestId: "race" })),
      client.call("withdraw", request({ requestId: "race" })),
    ]);
    expect(both.map(({ code }) => code)).toEqual([1, 1]);
    expect(await usdtOf(client)).toMatchObject({ available: "300.000000", frozen: "200.000000" });
  });
});

describe("WDRL-04 the book of addresses", () => {
  test("keeps labels, lists oldest first, answers a repeated key, removes", async () => {
    const client = await funded("book@example.org", 100);
    const added = accepted(
      await client.call("addSite", {
        chain: CHAIN.toUpperCase(),
        address: ADDRESS,
        label: "Cold store",
        paymentPassword: PAYMENT,
        requestId: "site-1",
      }),
    );
    expect(added).toMatchObject({
      chain: CHAIN,
      address: ADDRESS,
      label: "Cold store",
      bound: false,
      usableAtMs: exchange.time.ms,
    });
    const again = await client.call("addSite", {
      chain: CHAIN,
      address: ADDRESS,
      label: "Cold store",
      requestId: "site-1",
      paymentPassword: "000000",
    });
    expect(accepted(again)).toEqual({ ...added, replayed: true });
    accepted(await client.call("addSite", { chain: CHAIN, address: OTHER, paymentPassword: PAYMENT }));
    const renamed = accepted(
      await client.call("addSite", {
        chain: CHAIN,
        address: ADDRESS.toLowerCase(),
        label: "Ledger",
        paymentPassword: PAYMENT,
      }),
    );
    expect(renamed.siteId).toBe(added.siteId);
    const list = async () =>
      accepted(await client.call("sites", { kind: "withdrawal" })).list.map((site) =>
        "label" in site ? [site.address, site.label] : site,
      );
    expect(await list()).toEqual([
      [ADDRESS, "Ledger"],
      [OTHER, ""],
    ]);
    expect(accepted(await client.call("sites", { kind: "withdrawal", chain: "evm-1" })).list).toEqual([]);
    const removal = { siteId: added.siteId, requestId: "gone" };
    expect(accepted(await client.call("removeSite", removal))).toEqual({ removed: added.siteId });
    expect(accepted(await client.call("removeSite", removal))).toEqual({
      removed: added.siteId,
      replayed: true,
    });
    expect((await refused(client, "removeSite", { siteId: added.siteId }))[0]).toBe(320);
    expect(await list()).toEqual([[OTHER, ""]]);
  });

  test("refuses in order: 111, 130, 131, 362, 136, 133; and somebody else's entry is 320", async () => {
    const client = await funded("bound@example.org", 100);
    const site: Record<string, unknown> = { chain: "evm-1", colour: 1 };
    const expectCode = async (code: number) => expect((await refused(client, "addSite", site))[0]).toBe(code);
    await expectCode(111);
    delete site.colour;
    await expectCode(111);
    site.chain = CHAIN;
    await expectCode(130);
    site.paymentPassword = "000000";
    await expectCode(131);
    site.address = WRONG_CHECKSUM;
    await expectCode(362);
    const bound = accepted(
      await client.call("addSite", { chain: CHAIN, address: OTHER, bound: true, paymentPassword: PAYMENT }),
    );
    expect(accepted(await client.call("cashTypeList")).list[0]?.boundAddress).toBe(OTHER);
    site.address = ADDRESS;
    await expectCode(136);
    site.address = OTHER;
    await expectCode(133);
    expect((await refused(client, "removeSite", { siteId: bound.siteId }))[0]).toBe(136);
    expect((await refused(trader, "removeSite", { siteId: bound.siteId }))[0]).toBe(320);
    expect(accepted(await trader.call("sites", { kind: "withdrawal" })).list).toEqual([]);
  });

  test("holds fifty addresses", async () => {
    const client = await funded("many@example.org", 100);
    const site = (n: number) => ({
      chain: CHAIN,
      address: `0x${n.toString(16).padStart(40, "0")}`,
      paymentPassword: PAYMENT,
    });
    for (let n = 1; n <= 50; n++) accepted(await client.call("addSite", site(n)));
    expect(await refused(client, "addSite", site(51))).toEqual([111, "request.parameterError", undefined]);
  });
});

test("WDRL-05 in live mode only addresses of the book are paid, after their first 24 hours", async () => {
  let live: ScriptedChain | undefined;
  const site = await GatewayUnderTest.start({
    gateway: { mode: "live", rateLimitFactor: 1_000 },
    identity: { mode: "sandbox" },
    chains: (engine, nowMs) => {
      live = new ScriptedChain(engine, nowMs);
      return live;
    },
  });
  try {
    const client = await site.registered("live@example.org");
    await setPaymentPassword(client, site, "live@example.org");
    const deposit = await (live as unknown as ScriptedChain).see(10_001, 0, 100_000_000);
    await (live as unknown as ScriptedChain).credit(deposit.depositId);
    expect(accepted(await client.call("cashTypeList"))).toMatchObject({
      bookOnly: true,
      approvalAbove: "10000.000000",
    });
    expect((await client.call("withdraw", request())).code).toBe(136);
    const untilMs = site.time.ms + 86_400_000;
    const added = accepted(
      await client.call("addSite", { chain: CHAIN, address: ADDRESS, paymentPassword: PAYMENT }),
    );
    expect(added.usableAtMs).toBe(untilMs);
    site.time.ms += 86_399_999;
    const locked = await client.call("withdraw", request());
    expect([locked.code, locked.data.params]).toEqual([
      363,
      { until: new Date(untilMs).toISOString(), untilMs },
    ]);
    expect(await client.call("faucet").then(({ code }) => code)).toBe(302);
    site.time.ms++;
    expect(accepted(await client.call("withdraw", request())).balance).toMatchObject({
      available: "0.000000",
      frozen: "100.000000",
    });
  } finally {
    await site.close();
  }
});

describe("WDRL-06 risk rules", () => {
  const seqOf = (withdrawalId: string) => withdrawalSeqOf(withdrawalId) ?? 0;
  const statusOf = (withdrawalId: string) =>
    exchange.funding.withdrawals.tracker.find(seqOf(withdrawalId))?.state.status;

  test("a new address holds a larger amount for a time that the user sees, then it proceeds", async () => {
    const client = await funded("newaddress@example.org", 5_000);
    const { withdrawal } = accepted(await client.call("withdraw", request({ amount: "1000" })));
    const untilMs = exchange.time.ms + SANDBOX_RISK_RULES.newAddressHoldMs;
    expect(withdrawal).toMatchObject({
      status: "reviewing",
      holdReason: "new-address",
      holdUntilMs: untilMs,
    });
    expect(withdrawal.steps.map(({ status }) => status)).toEqual(["frozen", "reviewing"]);
    exchange.time.ms = untilMs - 1;
    await exchange.funding.withdrawals.releaseDue();
    expect(statusOf(withdrawal.withdrawalId)).toBe("reviewing");
    exchange.time.ms = untilMs;
    await exchange.funding.withdrawals.releaseDue();
    expect(statusOf(withdrawal.withdrawalId)).toBe("approved");
    exchange.time.ms += SANDBOX_RISK_RULES.newAddressAgeMs;
    const known = accepted(await client.call("withdraw", request({ amount: "1000" })));
    expect(known.withdrawal).toMatchObject({ status: "frozen", holdReason: null });
  });

  test("coins count by their index, rounded up to the cent", async () => {
    const client = await funded("coins@example.org", 1);
    const { id } = accepted(await client.call("profile"));
    await exchange.engine.execute({
      kind: "deposit",
      userId: Number(id),
      assetId: 2,
      amountUnits: 1_000_000_000 as Units,
      origin: "faucet",
      key: "",
    });
    await exchange.observePrices();
    const withdrawn = async (amount: string) => {
      const { withdrawal } = accepted(await client.call("withdraw", request({ asset: "ETH", amount })));
      return [
        withdrawal.holdReason,
        exchange.funding.withdrawals.book.requestsSince(Number(id), 0).at(-1)?.cents,
      ];
    };
    // With ether at 3,000, the limits of 1,000 and 5,000 apply 0.01 cent early because of rounding.
    expect(await withdrawn("0.33333")).toEqual([null, 99_999]);
    expect(await withdrawn("0.33333333")).toEqual(["new-address", 100_000]);
    expect(await withdrawn("1.66666666")).toEqual(["new-address", 500_000]);
    expect(await withdrawn("1.66666667")).toEqual(["large-amount", 500_001]);
    const [large] = exchange.funding.desk.pending(1);
    await exchange.funding.withdrawals.giveBack(large?.state.withdrawalId ?? 0, "enough");
  });

  test("a new device holds longer than a new address", async () => {
    const email = "newdevice@example.org";
    await funded(email, 5_000);
    exchange.time.ms += 120_000;
    const session = accepted(
      await exchange.client().call("login", { account: email, password: "kestrel7", deviceName: "Phone" }),
    );
    const phone = exchange.client(session.token);
    const { withdrawal } = accepted(await phone.call("withdraw", request({ amount: "1000" })));
    expect(withdrawal).toMatchObject({
      holdReason: "new-device",
      holdUntilMs: exchange.time.ms + SANDBOX_RISK_RULES.newDeviceHoldMs,
    });
  });

  test("credentials changed during the hold prolong it, and the user is notified", async () => {
    const client = await funded("changed@example.org", 5_000);
    const progress: unknown[] = [];
    const stop = exchange.funding.movements.subscribe(({ type, data }) => progress.push([type, data]));
    const { withdrawal } = accepted(await client.call("withdraw", request({ amount: "1000" })));
    accepted(
      await client.call("resetPassword", { kind: "payment", oldPassword: PAYMENT, newPassword: "135791" }),
    );
    const holdUntilMs = exchange.time.ms + 86_400_000;
    exchange.time.ms += SANDBOX_RISK_RULES.newAddressHoldMs;
    await exchange.funding.withdrawals.releaseDue();
    expect(progress).toEqual([
      [
        "withdrawal",
        {
          withdrawal: expect.objectContaining({
            status: "reviewing",
            holdReason: "payment-password",
            holdUntilMs,
          }),
        },
      ],
    ]);
    stop();
    exchange.time.ms = holdUntilMs;
    await exchange.funding.withdrawals.releaseDue();
    expect(statusOf(withdrawal.withdrawalId)).toBe("approved");
  });

  test("WDRL-10 when more withdrawals wait than a list holds, those that need a decision precede those that the clock releases", async () => {
    const { desk } = exchange.funding;
    const client = await funded("queue@example.org", 20_000);
    const before = desk.waiting();
    const byClock = accepted(await client.call("withdraw", request({ amount: "1000" }))).withdrawal;
    exchange.time.ms++;
    const large = accepted(await client.call("withdraw", request({ amount: "5000.01" }))).withdrawal;
    const { total, byOperator } = desk.waiting();
    expect([total - before.total, byOperator - before.byOperator]).toEqual([2, 1]);
    const numbersOf = (limit?: number) => desk.pending(limit).map(({ state }) => state.withdrawalId);
    expect(numbersOf().slice(-2)).toEqual([seqOf(byClock.withdrawalId), seqOf(large.withdrawalId)]);
    expect(numbersOf(byOperator)).not.toContain(seqOf(byClock.withdrawalId));
    expect(numbersOf(byOperator).at(-1)).toBe(seqOf(large.withdrawalId));
    expect(numbersOf(total - 1).toSorted((a, b) => a - b)).toEqual(numbersOf(total - 1));
    expect(desk.pendingOf(byClock.withdrawalId)).toMatchObject({ byOperator: false });
    expect(desk.pendingOf("w-1")).toBeUndefined();
    await desk.refuse(large.withdrawalId, "ada", "Not needed any more");
    expect(desk.pendingOf(large.withdrawalId)).toBeUndefined();
  });

  test("above the limit an operator approves, or rejects with a reason and the money is returned", async () => {
    const client = await funded("large@example.org", 20_000);
    const large = request({ amount: "5000.01" });
    const first = accepted(await client.call("withdraw", large)).withdrawal;
    const second = accepted(await client.call("withdraw", large)).withdrawal;
    expect(first).toMatchObject({
      status: "reviewing",
      holdReason: "large-amount",
      holdUntilMs: first.promisedByMs,
    });
    exchange.time.ms += EIGHT_HOURS_MS + 1;
    await exchange.funding.withdrawals.releaseDue();
    expect(statusOf(first.withdrawalId)).toBe("reviewing");
    const { desk } = exchange.funding;
    expect(
      desk
        .pending()
        .filter(({ byOperator }) => byOperator)
        .map(({ state }) => state.withdrawalId),
    ).toEqual([seqOf(first.withdrawalId), seqOf(second.withdrawalId)]);
    expect(await desk.approve(first.withdrawalId, " ")).toBe("operator-missing");
    expect(await desk.approve("w-1", "ada")).toBe("unknown-withdrawal");
    expect(await desk.refuse(second.withdrawalId, "ada", "")).toBe("reason-missing");
    expect(await desk.approve(first.withdrawalId, "ada")).toMatchObject({ byOperator: true });
    expect(statusOf(first.withdrawalId)).toBe("approved");
    expect(await desk.approve(first.withdrawalId, "ada")).toBe("not-waiting");
    const before = await usdtOf(client);
    await desk.refuse(second.withdrawalId, "ada", "The address is on a sanctions list");
    expect(statusOf(second.withdrawalId)).toBe("returned");
    expect(before).toMatchObject({ available: "9999.980000", frozen: "10000.020000" });
    expect(await usdtOf(client)).toMatchObject({ available: "14999.990000", frozen: "5000.010000" });
    const book = exchange.funding.withdrawals.book;
    expect(book.decision(seqOf(second.withdrawalId))).toMatchObject({ decision: "refused", operator: "ada" });
  });

  test("many withdrawals within the window go to an operator", async () => {
    const client = await funded("velocity@example.org", 5_000);
    const small = request({ amount: "10" });
    const statuses: string[] = [];
    for (let n = 0; n <= SANDBOX_RISK_RULES.windowCount; n++) {
      if (n === 15) {
        for (const state of (await exchange.engine.withdrawalsView()).withdrawals)
          if (state.status === "approved")
            await exchange.funding.withdrawals.giveBack(state.withdrawalId, "test");
      }
      const { withdrawal } = accepted(await client.call("withdraw", small));
      statuses.push(withdrawal.holdReason ?? "none");
      await decided(withdrawal.withdrawalId);
    }
    expect(statuses).toEqual([
      ...Array.from({ length: SANDBOX_RISK_RULES.windowCount }, () => "none"),
      "many-withdrawals",
    ]);
  });
});

test("WDRL-07 after a restart holds, decisions and keys are those of before", async () => {
  const client = await funded("restart@example.org", 5_000);
  const asked = request({ amount: "1000", requestId: "over-restart" });
  const firstReply = accepted(await client.call("withdraw", asked));
  const first = firstReply.withdrawal;
  await exchange.restartFunding();
  expect(
    exchange.funding.withdrawals.holdOf(
      exchange.funding.withdrawals.tracker.find(withdrawalSeqOf(first.withdrawalId) ?? 0)?.state ??
        expect.fail("the withdrawal is lost"),
    ),
  ).toEqual({ reason: "new-address", untilMs: first.holdUntilMs, byOperator: false });
  exchange.time.ms = first.holdUntilMs ?? 0;
  await exchange.funding.withdrawals.releaseDue();
  const sameClient = exchange.client(client.token);
  const again = accepted(await sameClient.call("withdraw", { ...asked, paymentPassword: "000000" }));
  expect(again).toEqual({ ...firstReply, replayed: true });
  expect(await usdtOf(sameClient)).toMatchObject({ available: "4000.000000", frozen: "1000.000000" });
  expect((await sameClient.call("withdraw", { ...asked, amount: "1001" })).code).toBe(300);
});

test("WDRL-07 a restart resumes the last process's unfinished work: lost records, approvals, an operator's decision", async () => {
  const client = await funded("crash@example.org", 20_000);
  const userId = Number(accepted(await client.call("profile")).id);
  // Accepted by the exchange; the process ended before writing anything else.
  const accept = async (amount: number, holdReason: string) => {
    const { executed } = await exchange.engine.execute({
      kind: "request-withdrawal",
      userId,
      assetId: 0,
      chainIndex: 0,
      address: ADDRESS,
      amountUnits: amount as Units,
      feeUnits: 1_000_000 as Units,
      needsReview: holdReason !== "",
      holdReason,
      key: "",
    });
    expect(executed.error).toBeUndefined();
    return executed.seq;
  };
  const free = await accept(100_000_000, "");
  const clocked = await accept(1_000_000_000, "new-address");
  const large = await accept(6_000_000_000, "large-amount");
  const { withdrawal: refusedOne } = accepted(await client.call("withdraw", request({ amount: "5500" })));
  const execute = exchange.engine.execute.bind(exchange.engine);
  exchange.engine.execute = (command) =>
    command.kind === "settle-withdrawal"
      ? Promise.reject(new Error("the process ends here"))
      : execute(command);
  await expect(exchange.funding.desk.refuse(refusedOne.withdrawalId, "ada", "Not ours")).rejects.toThrow(
    "ends here",
  );
  exchange.engine.execute = execute;
  const statusOf = (seq: number) => exchange.funding.withdrawals.tracker.find(seq)?.state.status;
  expect([free, clocked, large].map(statusOf)).toEqual(["frozen", "reviewing", "reviewing"]);

  const requestedAtMs = exchange.time.ms;
  await exchange.restartFunding();
  const sameClient = exchange.client(client.token);
  expect([free, clocked, large].map(statusOf)).toEqual(["approved", "reviewing", "reviewing"]);
  const { book } = exchange.funding.withdrawals;
  expect(book.hold(clocked)).toEqual({
    reason: "new-address",
    untilMs: requestedAtMs + SANDBOX_RISK_RULES.newAddressHoldMs,
    byOperator: false,
  });
  expect(book.hold(large)).toMatchObject({ reason: "large-amount", byOperator: true });
  expect(statusOf(withdrawalSeqOf(refusedOne.withdrawalId) ?? 0)).toBe("returned");
  expect(await usdtOf(sameClient)).toMatchObject({ available: "12900.000000", frozen: "7100.000000" });
  exchange.time.ms += SANDBOX_RISK_RULES.newAddressHoldMs;
  await exchange.funding.withdrawals.releaseDue();
  expect([clocked, large].map(statusOf)).toEqual(["approved", "reviewing"]);
  const steps = (await exchange.funding.find(userId, clocked))?.steps.map(({ status }) => status);
  expect(steps).toEqual(["frozen", "reviewing", "approved"]);
});
