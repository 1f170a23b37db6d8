import { SETTING_RULES } from "@candor/domain/setting-limits";
import { expect, test } from "vitest";
import { changeReading, FIELD_NAMES, fieldReading, valueReading } from "./setting-words.ts";

test("every field of every setting has a name for people", () => {
  const fields = Object.values(SETTING_RULES).flatMap((rule) => Object.keys(rule.fields));
  expect(fields.filter((field) => FIELD_NAMES[field] === undefined)).toEqual([]);
});

test("figures have thousands and units", () => {
  const read = (setting: string, field: string, value: string | number, asset = "USDT") =>
    fieldReading(setting, field, value, { [field]: value, asset });
  expect(read("endowment.option-pool.USDT", "total", "4000000")).toBe("4,000,000 USDT");
  expect(read("withdrawal-fee.evm-1.ETH", "fee", "0.0005")).toBe("0.0005 ETH");
  expect(read("mining-plan.0", "price", "1500.5")).toBe("1,500.5 USDT");
  expect(read("option-terms", "poolCap", "100000", "BTC")).toBe("100,000 BTC");
  expect(read("fees.spot.BTCUSDT", "makerFeePpm", 1_000)).toBe("0.1%");
  expect(read("lever.BTCUSDT", "baseHourlyPpm", 10)).toBe("0.001% an hour");
  expect(read("lever.BTCUSDT", "quoteUserLimit", "50000")).toBe("50,000");
  expect(read("withdrawal-rules", "watchedFromCents", 100_000)).toBe("1,000 USDT");
  expect(read("withdrawal-rules", "windowMs", 86_400_000)).toBe("1 day");
  expect(read("withdrawal-rules", "newAddressHoldMs", 5_400_000)).toBe("90 minutes");
  expect(read("withdrawal-rules", "newDeviceHoldMs", 0)).toBe("0 seconds");
  expect(read("mining-plan.0", "durationDays", 1)).toBe("1 day");
  expect(read("mining-plan.0", "hashRateGhs", 12_000)).toBe("12,000 GH/s");
});

test("a change shows old and new values, field by field", () => {
  expect(changeReading("withdrawal-fee.evm-1.USDT", { fee: "1" }, { fee: "2" })).toBe("Fee 1 → 2 USDT");
  expect(changeReading("mining-plan.3", undefined, { name: "7", asset: "USDT", price: "100" })).toBe(
    "Name: 7, Asset: USDT, Price: 100 USDT",
  );
  expect(changeReading("lever.BTCUSDT", { leverages: [2] }, { leverages: [2, 3] })).toBe(
    "Leverage steps 2× → 2×, 3×",
  );
  expect(valueReading("site", { isOpen: true, message: "" })).toBe("Open: yes, Message: none");
  const offers = [{ symbol: "BTCUSDT", durations: [{ durationSeconds: 60, payoutPpm: 850_000 }] }];
  expect(valueReading("option-terms", { offers })).toBe("Offers: BTCUSDT 1 minute 85%");
});
