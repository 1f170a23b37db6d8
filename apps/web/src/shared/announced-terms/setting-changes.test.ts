import { SETTING_RULES } from "@candor/domain/setting-limits";
import { createFormats } from "@candor/ui/formats";
import { expect, test } from "vitest";
import { changedLines, changesOf, fieldKey, roleText, settingName, valueText } from "./setting-changes.ts";

const formats = createFormats("en");
const inHours = (hours: string): string => `${hours} h`;
const coinsOf = (symbol: string) => (symbol === "BTCUSDT" ? { base: "BTC", quote: "USDT" } : undefined);
const inWords = (key: string): string => `<${key}>`;
const nameOf = (setting: string, value = "{}") =>
  settingName(setting, value, inWords, (chain) => (chain === "evm-1" ? "Ethereum" : chain));
const texts = (before: string | null, value: string): readonly string[] =>
  changesOf(before, value, formats).map(
    (change) =>
      `${change.field}: ${valueText(change.field, change.before, formats, inHours)} → ${valueText(change.field, change.after, formats, inHours)}`,
  );

/** Settings that never raise anything are never announced and need no translations. */
const raising = Object.entries(SETTING_RULES).filter(
  ([, { first, fields }]) => first === "raise" || Object.values(fields).some((rule) => rule !== "free"),
);

test("PROOF-15 there are words for every setting that can be raised and for each of its fields", () => {
  expect(raising.length).toBeGreaterThan(8);
  for (const [setting, { fields }] of raising) {
    expect(nameOf(setting).key, setting).toBeDefined();
    // `totalUnits` is the journal's form of an endowment; users see `total`.
    for (const field of Object.keys(fields).filter((name) => name !== "totalUnits"))
      expect(fieldKey(field), `${setting} ${field}`).toBeDefined();
  }
  expect(nameOf("newer.X")).toEqual({ key: undefined, of: "newer.X" });
});

test.each([
  ["fees.spot.BTCUSDT", "{}", "<shell.navSpot> BTCUSDT"],
  ["fees.contract.BTCUSDT", "{}", "<shell.navContracts> BTCUSDT"],
  ["withdrawal-fee.evm-1.USDT", "{}", "Ethereum · USDT"],
  ["endowment.lending-pool.BTC", "{}", "<decisions.lending-pool> BTC"],
  ["mining-plan.3", '{"name":"Foundry M36"}', "Foundry M36"],
  ["lever.BTCUSDT", "{}", "BTCUSDT"],
  ["referral-rate", "{}", ""],
])("PROOF-15 the setting %s is named by what people know, not by its inner name", (setting, value, of) => {
  expect(nameOf(setting, value).of).toBe(of);
});

test("PROOF-15 every role of an operator has words; an unknown one stays as it is", () => {
  for (const role of ["owner", "risk", "finance", "support", "editor"])
    expect(roleText(role, inWords)).toMatch(/^<decisions\.role/);
  expect(roleText("newer", inWords)).toBe("newer");
});

test.each([
  ["lever.BTCUSDT", { baseUserLimit: "2" }, "2.00 BTC"],
  ["lever.BTCUSDT", { quotePairLimit: "5000" }, "5,000.00 USDT"],
  ["lever.NEWUSDT", { baseUserLimit: "2" }, "2"],
  ["mining-plan.3", { asset: "USDT", price: "10000" }, "10,000.00 USDT"],
  ["option-terms", { asset: "USDT", maxStake: "12000.5" }, "12,000.50 USDT"],
  ["endowment.lending-pool.BTC", { total: "40" }, "40.00 BTC"],
  ["withdrawal-fee.evm-1.USDT", { fee: "2" }, "2.00 USDT"],
])("PROOF-15 an amount of %s has its coin: %j", (setting, fields, after) => {
  const lines = changedLines(
    { setting, before: null, value: JSON.stringify(fields) },
    formats,
    inHours,
    coinsOf,
  );
  expect(lines.map((line) => line.after)).toContain(after);
});

test("PROOF-15 only what differs is shown, in the unit that people know", () => {
  const fees = '{"makerFeePpm":1000,"takerFeePpm":1000}';
  expect(texts(fees, '{"makerFeePpm":1000,"takerFeePpm":2500}')).toEqual(["takerFeePpm: 0.1% → 0.25%"]);
  expect(texts(null, '{"ratePpm":300000}')).toEqual(["ratePpm: – → 30%"]);
  expect(
    texts('{"windowMs":86400000,"windowCents":100050}', '{"windowMs":5400000,"windowCents":200000}'),
  ).toEqual(["windowMs: 24 h → 1.5 h", "windowCents: 1,000.50 USDT → 2,000.00 USDT"]);
  expect(texts('{"leverages":[2,3]}', '{"leverages":[2,3,5]}')).toEqual(["leverages: 2×, 3× → 2×, 3×, 5×"]);
  expect(texts('{"maxStake":"1000"}', '{"maxStake":"12000.5"}')).toEqual(["maxStake: 1,000 → 12,000.5"]);
  const offers = (payoutPpm: number) =>
    JSON.stringify({
      offers: [
        {
          symbol: "BTCUSDT",
          durations: [
            { durationSeconds: 60, payoutPpm },
            { durationSeconds: 90, payoutPpm: 800_000 },
          ],
        },
      ],
    });
  expect(texts(offers(850_000), offers(900_000))).toEqual(["offers: BTCUSDT 60 s 85% → BTCUSDT 60 s 90%"]);
});

test("PROOF-15 a page shows an announced term with its coin or share, what it is now and what it will be", () => {
  const fee = {
    setting: "withdrawal-fee.evm-1.USDT",
    before: JSON.stringify({ fee: "1" }),
    value: JSON.stringify({ fee: "2" }),
  };
  expect(changedLines(fee, formats, inHours, coinsOf)).toEqual([
    { field: "fee", key: "decisions.withdrawal-fee", before: "1.00 USDT", after: "2.00 USDT" },
  ]);
  expect(changedLines({ ...fee, before: null }, formats, inHours, coinsOf)[0]?.before).toBe("–");
  const trading = {
    setting: "fees.spot.BTCUSDT",
    before: JSON.stringify({ makerFeePpm: 1_000, takerFeePpm: 1_000 }),
    value: JSON.stringify({ makerFeePpm: 1_000, takerFeePpm: 2_500 }),
  };
  expect(changedLines(trading, formats, inHours, coinsOf)).toEqual([
    { field: "takerFeePpm", key: "decisions.takerFeePpm", before: "0.1%", after: "0.25%" },
  ]);
});
