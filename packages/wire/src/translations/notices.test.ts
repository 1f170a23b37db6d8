import { expect, test } from "vitest";
import { fillFigures, messageOf } from "./messages.ts";
import { NOTICES } from "./notices.ts";

test("NOTE-01 amounts, prices and levels, and only these, are formatted in the reader's language", () => {
  const order = { quantity: "0.5", base: "BTC", price: "60123.45", quote: "USDT" };
  const bought = (language: "en" | "de" | "esp" | "el") =>
    fillFigures(NOTICES[language].bought, language, order);
  expect(bought("en")).toBe("Bought 0.5 BTC at 60,123.45 USDT.");
  expect(bought("de")).toBe("0,5 BTC zu 60.123,45 USDT gekauft.");
  expect(fillFigures(NOTICES.en.closedShort, "en", order)).toBe("Closed short: 0.5 BTC at 60,123.45 USDT.");
  expect(fillFigures("{level}", "tr", { level: "85.3%" })).toBe("%85,3");
  expect(fillFigures("{level}", "tr", { level: "-85.3%" })).toBe("−%85,3");
  expect(fillFigures("{level}", "en", { level: "1.25" })).toBe("1.25");
  expect(fillFigures("{code}, {order}", "en", { code: "123456", order: "10012" })).toBe("123456, 10012");
  expect(messageOf("withdrawal.aboveMaximum", "en", { max: "50000.000000" })).toBe(
    "Maximum withdrawal amount 50,000",
  );
  expect(messageOf("withdrawal.aboveMaximum", "de", { max: "50000" })).toContain("50.000");
});
