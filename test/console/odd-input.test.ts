import type { SettingValue } from "@candor/domain/events/setting-events";
import { SANDBOX_RISK_RULES } from "@candor/server/custody/withdrawals/withdrawal-rules";
import { readAuditLog } from "@candor/server/kit/durable/audit-log";
import type { JsonObject } from "@candor/server/operators/protocol/operator-messages";
import { SETTING_FORMS } from "@candor/server/operators/settings/setting-forms";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConsoleClient, ConsoleUnderTest } from "../support/console/console-under-test.ts";
import { PLAN } from "../support/scenario/mining-world.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";

const LEVER = {
  leverages: [2, 3],
  baseHourlyPpm: 10,
  quoteHourlyPpm: 20,
  baseUserLimit: "1",
  quoteUserLimit: "1000",
  basePairLimit: "5",
  quotePairLimit: "5000",
};
const OPTIONS = {
  asset: "USDT",
  minStake: "5",
  maxStake: "100",
  userCap: "200",
  expiryCap: "500",
  poolCap: "1000",
  offers: [{ symbol: "BTCUSDT", durations: [{ durationSeconds: 60, payoutPpm: 850_000 }] }],
};
/** A valid value for each settable form. */
const SOUND: Readonly<Record<keyof typeof SETTING_FORMS, Readonly<Record<string, SettingValue>>>> = {
  status: { status: "trading" },
  fees: { makerFeePpm: 1, takerFeePpm: 1 },
  funding: { interestPpm: 100, fundingCapPpm: 7_500 },
  "withdrawal-fee": { fee: "1" },
  lever: LEVER,
  "mining-plan": { ...PLAN },
  "option-terms": OPTIONS,
  "withdrawal-rules": { ...SANDBOX_RISK_RULES },
  "referral-rate": { ratePpm: 100_000 },
  endowment: { total: "5" },
};
/** Settings of these forms in the exchange under test. */
const NAMES: Readonly<Record<string, string>> = {
  status: "status.spot.BTCUSDT",
  fees: "fees.spot.BTCUSDT",
  funding: "funding.BTCUSDT",
  lever: "lever.BTCUSDT",
  "mining-plan": "mining-plan.0",
  endowment: "endowment.mining-reserve.USDT",
};
const ODD: readonly unknown[] = [
  "x",
  "1e9",
  "٣",
  "",
  " 1",
  "1 ",
  "1.",
  ".5",
  "-1",
  "+1",
  "0x10",
  "1_000",
  "1,5",
  "NaN",
  "Infinity",
  "1.1234567890123456789",
  "1".repeat(400),
  "1\u0000",
  "\u202e1",
  -1,
  0.5,
  1e300,
  null,
  true,
  {},
  [[]],
];
/** Names are free text, so a name may be any of these. */
const NO_NUMBERS = ["name"];

let office: ConsoleUnderTest;
let owner: ConsoleClient;
let risk: ConsoleClient;
beforeAll(async () => {
  office = await ConsoleUnderTest.start({
    lever: { levers: [{ symbol: "BTCUSDT", lever: LEVER }], pool: { USDT: "1000" } },
  });
  owner = await office.operator("olga", "owner");
  risk = await office.operator("rita", "risk");
  await office.exchange.trader("ana@example.org", { USDT: "1000" });
});
afterAll(() => office.close());

type Entry = { readonly phase?: string; readonly reason?: string; readonly problem?: string };
function audited(): readonly Entry[] {
  const entries: Entry[] = [];
  readAuditLog(office.exchange.home, (entry) => entries.push(entry));
  return entries;
}

test("OPS-15 an odd value in any field of any setting's form is rejected with the field's name, and is in the audit log", async () => {
  expect(Object.keys(SOUND).sort()).toEqual(Object.keys(SETTING_FORMS).sort());
  for (const [kind, form] of Object.entries(SETTING_FORMS)) {
    const sound = SOUND[kind as keyof typeof SETTING_FORMS];
    expect(form.safeParse(sound).success, kind).toBe(true);
    for (const field of Object.keys(sound).filter((each) => !NO_NUMBERS.includes(each)))
      for (const odd of ODD) {
        const read = form.safeParse({ ...sound, [field]: odd });
        expect(read.error?.issues[0]?.path[0], `${kind}.${field} ${JSON.stringify(odd)}`).toBe(field);
      }
  }
  for (const [kind, sound] of Object.entries(SOUND)) {
    const before = audited().length;
    for (const field of Object.keys(sound).filter((each) => !NO_NUMBERS.includes(each))) {
      const input = { ...sound, [field]: "1e9" } as JsonObject;
      const request = { operator: "rita", command: "setting set", target: NAMES[kind] ?? kind };
      const refused = await office.operators.desk.perform(
        { ...request, input, reason: "odd", flags: [] },
        "command-line",
      );
      expect(refused, `${kind}.${field}`).toHaveProperty("problem");
    }
    const entries = audited().slice(before);
    expect(entries.map(({ phase }) => phase)).toEqual(
      Object.keys(sound).flatMap((field) => (NO_NUMBERS.includes(field) ? [] : ["refused"])),
    );
  }
  const reply = await risk.command("setting set", "mining-plan.0", {
    input: { ...PLAN, price: "1e9", totalOutput: "x" },
    reason: "odd",
  });
  expect([reply.status, JSON.stringify(reply.body)]).toEqual([
    409,
    expect.stringContaining("price: must be a decimal amount"),
  ]);
});

test("OPS-15 reasons and names are stored and published as displayed: on one line, without invisible characters", async () => {
  const reason = "tariff \u202eof\u200b May\nApproved by everybody\u2028\u2066\u0000 \ud800";
  const shown = "tariff of May Approved by everybody \ufffd";
  const name = "S\u202exyz\u200b";
  const request = { operator: "rita", command: "setting set", target: "mining-plan.0", reason, flags: [] };
  // The console's form is stricter, so call the operator desk directly.
  const input = { ...PLAN, name };
  const proposed = await office.operators.desk.perform({ ...request, input }, "console");
  expect(proposed).toMatchObject({ note: expect.stringContaining("is waiting for another operator") });
  const proposal = office.exchange.settings.proposals.all().at(-1);
  expect(proposal).toMatchObject({ reason: shown, act: { value: { name: "Sxyz" } } });
  expect(audited().at(-1)).toMatchObject({ reason: shown });
  const confirmed = await owner.command("setting confirm", String(proposal?.proposalId));
  expect(confirmed.body.note).toContain("announced with command");
  const { announced, list } = accepted(await office.exchange.client().call("decisions"));
  expect(announced).toMatchObject([{ reason: shown, value: expect.stringContaining('"name":"Sxyz"') }]);
  expect(list[0]).toMatchObject({ reason: shown });
  const invisible = await risk.command("setting set", "mining-plan.0", {
    input: { ...PLAN, stock: 9 },
    reason: "\u200b\u202e",
  });
  expect(JSON.stringify(invisible.body)).toContain("needs a --reason");
});
