import { createFormats } from "@candor/ui/formats";
import { expect, test } from "vitest";
import { hashRateText } from "./hash-rate.ts";

test.each([
  ["en", "1.24 PH/s"],
  ["de", "1,24 PH/s"],
  ["zh-Hant", "1.24 PH/s"],
  ["pl", "1,24 PH/s"],
])("WEB-24 a machine's power has the decimal mark of %s", (tag, text) => {
  expect(hashRateText("1.24 PH/s", createFormats(tag))).toBe(text);
});
