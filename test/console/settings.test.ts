import { SANDBOX_RISK_RULES } from "@candor/server/custody/withdrawals/withdrawal-rules";
import { readAuditLog } from "@candor/server/kit/durable/audit-log";
import { Proposals } from "@candor/server/operators/proposals/proposals";
import { Refusal } from "@candor/server/operators/protocol/operator-messages";
import { LiveSettings } from "@candor/server/records/live-settings/live-settings";
import type { CallReply } from "@candor/wire/calls";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ConsoleClient, ConsoleUnderTest } from "../support/console/console-under-test.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";

let office: ConsoleUnderTest;
let owner: ConsoleClient;
let finance: ConsoleClient;
let risk: ConsoleClient;
let ana: WireClient;
let anaId: string;
beforeAll(async () => {
  office = await ConsoleUnderTest.start({
    lever: { levers: [{ symbol: "BTCUSDT", lever: LEVER }], pool: { USDT: "1000" } },
  });
  owner = await office.operator("olga", "owner");
  finance = await office.operator("finn", "finance");
  risk = await office.operator("rita", "risk");
  // As on a first start; a gateway under test has no setup of its own.
  const command = { kind: "set-withdrawal-rules", rules: SANDBOX_RISK_RULES } as const;
  await office.exchange.engine.execute(command);
  ana = await office.exchange.trader("ana@example.org", { USDT: "1000" });
  anaId = accepted(await ana.call("profile")).id;
});
afterAll(() => office.close());

/** Proposed by rita, confirmed by olga, in force a day later. */
async function raised(...changes: readonly (readonly [string, object])[]): Promise<void> {
  for (const [setting, input] of changes) {
    const asked = await risk.command("setting set", setting, { input, reason: "tariff of May" });
    const [, proposal = ""] = /^Proposal (\d+) is waiting/.exec(asked.body.note) ?? [];
    const done = await owner.command("setting confirm", proposal);
    expect(done.body.note, `${setting} ${JSON.stringify(asked.body)}`).toContain("announced with command");
  }
  await nextDay();
}

async function nextDay(): Promise<void> {
  await office.nextDay();
  owner = await office.restored("olga");
  finance = await office.restored("finn");
  risk = await office.restored("rita");
}

const LEVER = {
  leverages: [2, 3, 5],
  baseHourlyPpm: 10,
  quoteHourlyPpm: 20,
  baseUserLimit: "1",
  quoteUserLimit: "1000",
  basePairLimit: "5",
  quotePairLimit: "5000",
};
const problemOf = (reply: { readonly body: { readonly error: { readonly message: string } } }) =>
  reply.body.error.message;
const usdt = async () =>
  accepted(await ana.call("walletIndex")).wallets.coin.find(({ asset }) => asset === "USDT");
const CORRECTION = { wallet: "coin", asset: "USDT", amount: "-250.5", account: "insurance" };
const REASON = "The gift of 3 May was booked twice.";

test("OPS-03 a correction needs two signed-in people; the user reads the reason in the fund record", async () => {
  const { exchange } = office;
  const proposed = await finance.command("correction propose", anaId, { input: CORRECTION, reason: REASON });
  expect(proposed.body.note).toBe("Proposal 1 is waiting for another operator.");
  expect(problemOf(await finance.command("correction confirm", "1"))).toContain("You proposed this yourself");
  const request = { command: "correction confirm", target: "1", reason: "", flags: [] };
  for (const operator of ["FINN", "olga"]) {
    const refused = await office.operators.desk.perform({ ...request, operator }, "command-line");
    expect(refused).toBeInstanceOf(Refusal);
  }
  expect((await risk.command("correction confirm", "1")).status).toBe(403);
  expect(await usdt()).toMatchObject({ available: "1000.000000" });

  const done = await owner.command("correction confirm", "1");
  expect(done.status).toBe(200);
  expect(await usdt()).toMatchObject({ available: "749.500000" });
  expect((await exchange.engine.solvencyView()).pools).toContainEqual(
    expect.objectContaining({ pool: "insurance", assetId: 0, balanceUnits: 250_500_000 }),
  );
  const record = await vi.waitFor(async () => {
    const { list } = accepted(await ana.call("moneyLog", { kind: ["adjustment"] }));
    expect(list).toHaveLength(1);
    return list[0];
  });
  expect(record).toMatchObject({
    kind: "adjustment",
    wallet: "coin",
    asset: "USDT",
    amount: "-250.500000",
    balanceAfter: "749.500000",
    note: `Correction by two operators: ${REASON}`,
  });
  expect(problemOf(await owner.command("correction confirm", "1"))).toContain("was confirmed by olga");
  const entries: object[] = [];
  readAuditLog(exchange.home, (entry) => entries.push(entry));
  expect(entries.at(-1)).toMatchObject({ phase: "refused" });
  expect(entries).toContainEqual(
    expect.objectContaining({
      phase: "done",
      operator: "olga",
      via: "console",
      action: "correction confirm",
      before: expect.objectContaining({ proposedBy: "finn", amount: "-250.500000 USDT" }),
      after: expect.objectContaining({ account: "insurance", user: Number(anaId) }),
    }),
  );
});

test("OPS-03 a correction of missing money is rejected at confirmation, and its proposer can withdraw it", async () => {
  const input = { ...CORRECTION, amount: "-100000" };
  await finance.command("correction propose", anaId, { input, reason: "too much" });
  expect(problemOf(await owner.command("correction confirm", "2"))).toContain("wallet.insufficientBalance");
  expect((await finance.command("proposal refuse", "2", { reason: "was wrong" })).status).toBe(200);
  expect(problemOf(await owner.command("correction confirm", "2"))).toContain("was refused by finn");
  for (const [target, wrong] of [
    ["99999999", CORRECTION],
    [anaId, { ...CORRECTION, wallet: "contract" }],
    [anaId, { ...CORRECTION, account: "sandbox-treasury" }],
    [anaId, { ...CORRECTION, amount: "0" }],
    [anaId, { ...CORRECTION, amount: "0.0000001" }],
    [anaId, { ...CORRECTION, asset: "XYZ" }],
  ] as const)
    expect((await finance.command("correction propose", target, { input: wrong, reason: "x" })).status).toBe(
      409,
    );
  expect((await owner.command("proposal list")).body.rows).toMatchObject([
    { proposal: 2, state: "refused", decidedBy: "finn", seq: null },
    { proposal: 1, state: "confirmed", proposedBy: "finn", decidedBy: "olga", reason: REASON },
  ]);
});

test("OPS-03 a raised limit waits for a second person, a stricter one counts at once, and neither overwrites a newer version", async () => {
  const { exchange } = office;
  const rules = (changes: object) => ({ input: { ...SANDBOX_RISK_RULES, ...changes }, reason: "review" });
  const set = (changes: object, target = "withdrawal-rules") =>
    risk.command("setting set", target, rules(changes));
  const strict = await set({ approvalAboveCents: 100_000 });
  expect(strict.body.note).toContain("The setting withdrawal-rules is at version 2");
  expect(problemOf(await set({ approvalAboveCents: 50_000 }, "withdrawal-rules@1"))).toContain("version 2");
  const raised = await set({ approvalAboveCents: 200_000 }, "withdrawal-rules@2");
  expect(raised.body.note).toContain(
    "Proposal 3 is waiting for another operator. This raises a limit or worsens terms: Approval required above.",
  );
  const shorter = await set({ approvalAboveCents: 100_000, newAddressHoldMs: 1_000 });
  expect(shorter.body.note).toContain(
    "Proposal 4 is waiting for another operator. This raises a limit or worsens terms: Hold for a new address.",
  );
  expect(problemOf(await risk.command("setting confirm", "3"))).toContain("You proposed this yourself");
  expect(exchange.settings.live.find("withdrawal-rules")).toMatchObject({
    version: 2,
    value: { approvalAboveCents: 100_000 },
  });
  const request = { operator: "zoe", command: "setting set", target: "withdrawal-rules", flags: [] };
  const asked = { ...request, ...rules({ windowCount: 100 }) };
  expect(await office.operators.desk.perform(asked, "command-line")).toMatchObject({
    problem: expect.stringContaining("Withdrawals in the window"),
  });

  const confirmed = await owner.command("setting confirm", "3");
  expect(confirmed.body.note).toContain("The change of withdrawal-rules was announced with command");
  expect(exchange.settings.live.find("withdrawal-rules")).toMatchObject({ version: 2 });
  expect((await finance.command("setting announced")).body.rows).toMatchObject([
    { setting: "withdrawal-rules", proposalId: 3, proposedBy: "rita", confirmedBy: "olga", reason: "review" },
  ]);
  expect((await finance.command("setting withdraw", "withdrawal-rules", { reason: "x" })).status).toBe(403);
  const back = await risk.command("setting withdraw", "withdrawal-rules", { reason: "not now" });
  expect(back.body.note).toContain("was canceled");
  expect(problemOf(await risk.command("setting withdraw", "withdrawal-rules", { reason: "x" }))).toContain(
    "No change of",
  );
  await set({ approvalAboveCents: 200_000 }, "withdrawal-rules@2");
  await owner.command("setting confirm", "5");
  await nextDay();
  expect((await finance.command("setting announced")).body.rows).toEqual([]);
  const [newest] = (await owner.command("setting history", "withdrawal-rules")).body.rows;
  expect(newest).toMatchObject({ version: 3, by: "rita, olga" });
  expect(exchange.settings.live.find("withdrawal-rules")).toMatchObject({
    version: 3,
    value: { approvalAboveCents: 200_000 },
  });
  expect(problemOf(await owner.command("setting confirm", "4"))).toContain("has changed since");
});

test("OPS-05 fees apply from a known command on, for everybody; the list has who and when, the history the old values", async () => {
  const { exchange } = office;
  const set = await risk.command("setting set", "fees.spot.BTCUSDT@1", {
    input: { makerFeePpm: 100, takerFeePpm: 900 },
    reason: "a new tariff",
  });
  const { seq } = exchange.settings.live.find("fees.spot.BTCUSDT") ?? { seq: 0 };
  expect(set.body.note).toBe(`The setting fees.spot.BTCUSDT is at version 2, starting with command ${seq}.`);
  const coins: CallReply<"coinList"> = accepted(await ana.call("coinList"));
  expect(coins.coinsList.find(({ symbol }) => symbol === "BTCUSDT")).toMatchObject({
    makerFeeRate: "0.000100",
    takerFeeRate: "0.000900",
  });
  const history = await owner.command("setting history", "fees.spot.BTCUSDT");
  expect(history.body.rows).toMatchObject([
    { version: 2, seq, by: "rita", value: '{"makerFeePpm":100,"takerFeePpm":900}' },
    { version: 1, by: "founding", value: '{"makerFeePpm":1000,"takerFeePpm":1000}' },
  ]);
  const { rows } = (await owner.command("setting list")).body;
  expect(rows).toContainEqual(expect.objectContaining({ setting: "status.spot.BTCUSDT", by: "founding" }));
  for (const [setting, input] of [
    ["fees.spot.NONE", { makerFeePpm: 1, takerFeePpm: 1 }],
    ["fees.spot.BTCUSDT", { makerFeePpm: 1 }],
    ["fees.spot.BTCUSDT", { makerFeePpm: 1, takerFeePpm: 1_000_000 }],
    ["price.spot.BTCUSDT", { price: "1" }],
    ["site", { isOpen: false, message: "" }],
    ["endowment.insurance.USDT", { total: "1.2345678" }],
    ["lever.BTCUSDT", { leverages: "all" }],
    ["referral-rate", { ratePpm: "1" }],
  ] as const)
    expect((await risk.command("setting set", setting, { input, reason: "x" })).status, setting).toBe(409);
});

test("OPS-06 no fee above 1 % and no interest above 0.02 % an hour can be set, by whomever", async () => {
  const set = (name: string, input: object) => owner.command("setting set", name, { input, reason: REASON });
  const fees = await set("fees.spot.BTCUSDT", { makerFeePpm: 0, takerFeePpm: 10_001 });
  expect([fees.status, problemOf(fees)]).toEqual([409, expect.stringContaining("at most 10,000 ppm (1%)")]);
  const interest = await set("lever.BTCUSDT", { ...LEVER, quoteHourlyPpm: 201 });
  expect([interest.status, problemOf(interest)]).toEqual([409, expect.stringContaining("at most 200")]);
  expect(office.exchange.listings.lever(0)).toMatchObject({ quoteHourlyPpm: 20 });
});

test("OPS-05 every kind of setting can be set, and invalid values are rejected with the exchange's own reason", async () => {
  const set = (setting: string, input: object) =>
    risk.command("setting set", setting, { input, reason: "tariff" });
  const plan = {
    name: "M1",
    asset: "USDT",
    price: "100",
    totalOutput: "104",
    durationDays: 180,
    hashRateGhs: 1_000,
    stock: 5,
    limitPerUser: 2,
    refundPpm: 500_000,
  };
  const terms = {
    asset: "USDT",
    minStake: "5",
    maxStake: "100",
    userCap: "200",
    expiryCap: "500",
    poolCap: "1000",
    offers: [{ symbol: "BTCUSDT", durations: [{ durationSeconds: 60, payoutPpm: 850_000 }] }],
  };
  await raised(
    ["mining-plan.0", plan],
    ["option-terms", terms],
    ["endowment.option-pool.USDT", { total: "5" }],
    ["fees.spot.ETHUSDT", { makerFeePpm: 1_500, takerFeePpm: 1_000 }],
  );
  for (const [setting, input] of [
    ["status.spot.ETHUSDT", { status: "cancel-only" }],
    ["status.spot.ETHUSDT", { status: "trading" }],
  ] as const)
    expect((await set(setting, input)).status, setting).toBe(200);
  expect((await set("lever.BTCUSDT", { ...LEVER, leverages: [2, 3] })).body.note).toContain("version 2");
  expect(office.exchange.listings.lever(0)).toEqual({ ...LEVER, leverages: [2, 3] });
  expect((await set("lever.BTCUSDT", { ...LEVER, quoteUserLimit: "1000.5" })).body.note).toContain(
    "worsens terms: Leverage steps, Limit per user, quote coin.",
  );
  expect((await set("lever.BTCUSDT", { ...LEVER, leverages: [2], quoteHourlyPpm: 15 })).body.note).toContain(
    "worsens terms: Interest on the quote coin.",
  );
  expect((await set("mining-plan.0", { ...plan, stock: 9 })).body.note).toContain("worsens terms: Stock.");
  expect((await set("option-terms", { ...terms, poolCap: "1000.01" })).body.note).toContain(
    "worsens terms: Pool cap.",
  );
  expect((await set("option-terms", { ...terms, poolCap: "900" })).body.note).toContain("version 2");
});

test("SITE-01 a closed site answers everybody with its message only, and the exchange continues", async () => {
  const { exchange } = office;
  await exchange.observePrices();
  const order = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "59000", quantity: "0.001" };
  accepted(await ana.call("doOrder", order));
  const closing = { input: { message: "Back at noon." }, reason: "maintenance" };
  expect((await finance.command("site close", "", closing)).status).toBe(403);
  expect((await owner.command("site close", "", closing)).status).toBe(200);
  for (const call of ["walletIndex", "doOrder", "moneyLog"] as const)
    expect((await ana.call(call, call === "doOrder" ? order : {})).code).toBe(402);
  expect(await ana.call("walletIndex")).toMatchObject({
    code: 402,
    data: { error: "site.closed", params: { message: "Back at noon." } },
  });
  expect(accepted(await ana.call("siteStatus"))).toMatchObject({ open_site: 0, message: "Back at noon." });
  expect(accepted(await ana.call("home")).siteData).toMatchObject({ open_site: 0 });
  // Prices are still observed, and open orders remain.
  await exchange.observePrices();
  expect((await exchange.engine.accountView(Number(anaId))).orders).toHaveLength(1);

  // Another process on the same journal finds the site closed.
  const again = await LiveSettings.follow(exchange.engine);
  expect(again.find("site")?.value).toEqual({ isOpen: false, message: "Back at noon." });
  again.stop();
  expect((await owner.command("site open")).status).toBe(200);
  expect(accepted(await ana.call("walletIndex"))).toBeDefined();
  expect(problemOf(await owner.command("site open"))).toContain("already open");
});

test("OPER-07 actions run one after the other; a read waits for none of them", async () => {
  const ended: string[] = [];
  const ask = async (command: string): Promise<void> => {
    const request = {
      operator: "olga",
      command,
      target: "",
      reason: "a try",
      flags: [],
      input: { message: "Soon." },
    };
    await office.operators.desk.perform(request, "command-line");
    ended.push(command);
  };
  await Promise.all([ask("site close"), ask("site open"), ask("site show")]);
  expect(ended).toEqual(["site show", "site close", "site open"]);
});

test("OPS-09 a pool's endowment is written and read in coins, and lending limits can be set before the first loan", async () => {
  const { exchange } = office;
  await nextDay();
  const endow = (target: string, input: object) =>
    risk.command("setting set", target, { input, reason: "more to lend" });
  const stateOf = async (name: string) =>
    (await owner.command("setting list")).body.rows.find(({ setting }) => setting === name);
  const name = "endowment.lending-pool.USDT";
  expect(await stateOf(name)).toMatchObject({ value: '{"total":"1000"}' });
  await raised([name, { total: "1500.5" }]);
  expect(await stateOf(name)).toMatchObject({ version: 2, by: "rita, olga", value: '{"total":"1500.5"}' });
  const { body } = await owner.command("setting history", name);
  expect(body.rows.map(({ value }) => value)).toEqual(['{"total":"1500.5"}', '{"total":"1000"}']);
  expect((await exchange.engine.solvencyView()).pools).toContainEqual(
    expect.objectContaining({ pool: "lending-pool", assetId: 0, endowedUnits: 1_500_500_000 }),
  );
  expect((await endow(name, { total: "1200" })).body.note).toBe(
    `The setting ${name} already had this value.`,
  );
  expect(problemOf(await endow(name, { totalUnits: 5 }))).toContain("total");
  expect(problemOf(await endow(name, { total: "1.0000001" }))).toBe("Check total: at most 6 decimals.");
  const coin = "endowment.lending-pool.BTC";
  expect(await stateOf(coin)).toMatchObject({ version: 0, value: '{"total":"0"}' });
  await raised([`${coin}@0`, { total: "0.5" }]);
  expect(await stateOf(coin)).toMatchObject({ version: 1, value: '{"total":"0.5"}' });
  const entries: { readonly phase?: string; readonly target?: string; readonly after?: object }[] = [];
  readAuditLog(exchange.home, (entry) => entries.push(entry));
  expect(entries.findLast(({ phase, target }) => phase === "done" && target === name)).toMatchObject({
    before: { value: '{"total":"1500.5"}' },
  });
});

test("OPS-03 proposals and their results survive a restart", async () => {
  const { exchange } = office;
  const all = exchange.settings.proposals.all();
  exchange.settings.proposals.close();
  const directory = `${exchange.home}/proposals`;
  const again = Proposals.open({
    directory,
    nowMs: () => exchange.time.ms,
    onFailure: (error) => {
      throw error;
    },
  });
  expect(again.all()).toEqual(all);
  again.close();
});
