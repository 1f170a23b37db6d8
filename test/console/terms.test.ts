import type { SettingState } from "@candor/domain/engine-port";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConsoleClient, ConsoleUnderTest } from "../support/console/console-under-test.ts";
import { BTC_CONTRACT } from "../support/wire/contract-world.ts";
import { accepted, setPaymentPassword } from "../support/wire/gateway-under-test.ts";
import { CHAIN, ScriptedChain } from "../support/wire/scripted-chain.ts";
import type { WireClient } from "../support/wire-client.ts";

const FEE = `withdrawal-fee.${CHAIN}.USDT`;
const FUNDING = "funding.BTCUSDT";
const HOUR_MS = 3_600_000;

let office: ConsoleUnderTest;
let owner: ConsoleClient;
let risk: ConsoleClient;
let ana: WireClient;
beforeAll(async () => {
  let chain: ScriptedChain | undefined;
  office = await ConsoleUnderTest.start({
    contracts: [BTC_CONTRACT],
    chains: (engine, nowMs) => {
      chain = new ScriptedChain(engine, nowMs);
      return chain;
    },
  });
  owner = await office.operator("olga", "owner");
  risk = await office.operator("rita", "risk");
  const { exchange } = office;
  ana = await exchange.registered("ana@example.org");
  await setPaymentPassword(ana, exchange, "ana@example.org");
  const { id } = accepted(await ana.call("profile"));
  const deposit = await chain?.see(Number(id), 0, 1_000_000_000);
  await chain?.credit(deposit?.depositId ?? "");
});
afterAll(() => office.close());

const set = (by: ConsoleClient, name: string, input: object) =>
  by.command("setting set", name, { input, reason: "tariff of May" });
const problemOf = (reply: { readonly body: { readonly error: { readonly message: string } } }) =>
  reply.body.error.message;
const listed = async (name: string) =>
  ((await risk.command("setting list")).body.data as readonly SettingState[]).find(
    ({ setting }) => setting === name,
  );
const withdraw = (fields: object) =>
  ana.call("withdraw", {
    asset: "USDT",
    chain: CHAIN,
    address: "0x52908400098527886E0F7030069857D2E4169EE7",
    amount: "100",
    paymentPassword: "246810",
    ...fields,
  });
const feeShown = async () =>
  accepted(await ana.call("cashTypeList")).list.find(({ asset }) => asset === "USDT")?.fee;

test("OPS-08 settings that were never set are listed with their configured values, as version 0", async () => {
  expect(await listed(FEE)).toMatchObject({ version: 0, value: { fee: "1" } });
  expect(await listed(FUNDING)).toMatchObject({
    version: 0,
    value: { interestPpm: 100, fundingCapPpm: 7_500 },
  });
  const { rows } = (await risk.command("setting history", FUNDING)).body;
  expect(rows).toMatchObject([{ version: 0, by: "configuration", since: "" }]);
});

test("OPS-08 a lower withdrawal fee counts at once, a higher one needs two people and is at most half of the smallest withdrawal", async () => {
  expect((await set(risk, `${FEE}@0`, { fee: "0.5" })).body.note).toContain("version 1");
  expect(await feeShown()).toBe("0.500000");
  const done = accepted(await withdraw({ fee: "0.5" }));
  expect(done.withdrawal).toMatchObject({ amount: "100.000000", fee: "0.500000" });

  expect((await set(risk, FEE, { fee: "2" })).body.note).toContain(
    "Proposal 1 is waiting for another operator. This raises a limit or worsens terms: Fee.",
  );
  expect(await feeShown()).toBe("0.500000");
  // The confirming operator sees the change.
  expect((await owner.command("proposal list")).body.rows).toMatchObject([
    { state: "waits", what: `${FEE}: Fee 0.5 → 2 USDT` },
  ]);
  expect(problemOf(await risk.command("setting confirm", "1"))).toContain("You proposed this yourself");
  expect((await owner.command("setting confirm", "1")).body.note).toContain("announced with command");
  expect(await feeShown()).toBe("0.500000");
  await office.nextDay();
  [owner, risk] = [await office.restored("olga"), await office.restored("rita")];
  expect(await feeShown()).toBe("2.000000");

  expect(problemOf(await set(risk, FEE, { fee: "5.000001" }))).toContain("at most 5.000000");
  for (const fee of ["0.0000001", "-1", "1e3", "", 1])
    expect((await set(risk, FEE, { fee })).status, String(fee)).toBe(409);
  for (const name of ["withdrawal-fee.evm-7.USDT", `withdrawal-fee.${CHAIN}.BTC`, `${FEE}.more`])
    expect((await set(risk, name, { fee: "1" })).status, name).toBe(409);
  expect(await feeShown()).toBe("2.000000");
});

test("OPS-08 nobody pays a higher fee than shown: the withdrawal is rejected, moves nothing and returns the fee", async () => {
  const before = accepted(await ana.call("walletIndex")).wallets;
  const refused = await withdraw({ fee: "0.5" });
  expect([refused.code, refused.data.error, refused.data.params]).toEqual([
    366,
    "withdrawal.feeChanged",
    { fee: "2.000000", asset: "USDT" },
  ]);
  expect(accepted(await ana.call("walletIndex")).wallets).toEqual(before);
  expect((await withdraw({ fee: "two" })).data.error).toBe("request.parameterError");
  // A user who was shown a higher fee pays the current one.
  expect(accepted(await withdraw({ fee: "3" })).withdrawal).toMatchObject({ fee: "2.000000" });
  // A repeated request is the same request, even if another fee was shown.
  const first = accepted(await withdraw({ fee: "2", requestId: "wish-1" }));
  const again = accepted(await withdraw({ fee: "1", requestId: "wish-1" }));
  expect([again.replayed, again.withdrawal.withdrawalId]).toEqual([true, first.withdrawal.withdrawalId]);
});

test("OPS-07 a lower funding cap is announced by one person and a higher one by two; its effective time is public", async () => {
  const terms = async () =>
    accepted(await ana.call("contractBrackets")).list.find(({ symbol }) => symbol === "BTCUSDT");
  expect(await terms()).toMatchObject({ fundingCapRate: "0.007500", announced: null });
  const { ms } = office.exchange.time;
  expect((await set(risk, `${FUNDING}@0`, { interestPpm: 100, fundingCapPpm: 5_000 })).status).toBe(200);
  const announced = (await terms())?.announced;
  expect(announced).toMatchObject({ fundingCapRate: "0.005000", interestRate: "0.000100" });
  const fromMs = announced?.fromMs ?? 0;
  expect(fromMs % (8 * HOUR_MS)).toBe(0);
  expect(fromMs).toBeGreaterThanOrEqual(ms + 24 * HOUR_MS);
  expect(fromMs).toBeLessThan(ms + 33 * HOUR_MS);
  expect(await terms()).toMatchObject({ fundingCapRate: "0.007500", interestRate: "0.000100" });

  const raised = await set(risk, FUNDING, { interestPpm: 100, fundingCapPpm: 6_000 });
  expect(raised.body.note).toContain("This raises a limit or worsens terms: Funding cap.");
  for (const input of [
    { interestPpm: 301, fundingCapPpm: 5_000 },
    { interestPpm: 100, fundingCapPpm: 499 },
    { interestPpm: 100, fundingCapPpm: 30_001 },
    { interestPpm: 100 },
  ])
    expect((await set(owner, FUNDING, input)).status).toBe(409);
  for (const name of ["funding.NONE", "funding.ETHUSDT", "funding.BTCUSDT.more"])
    expect((await set(owner, name, { interestPpm: 1, fundingCapPpm: 600 })).status, name).toBe(409);
});
