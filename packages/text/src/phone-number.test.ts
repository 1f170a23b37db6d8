import { expect, test } from "vitest";
import { normalPhone } from "./phone-number.ts";

test("AUTH-24 a phone number is the same in any notation", () => {
  for (const written of [
    "+4915112345678",
    " +49 151 12345678 ",
    "+49-151-123-456-78",
    "+49 (0) 151 / 12345678",
    "+49(151)1234.5678",
    "+49\u00a0151\u201112345678",
    "\u202a+49\u202c 151 1234 5678",
    "＋４９ １５１ １２３４５６７８",
  ])
    expect(normalPhone(written), JSON.stringify(written)).toBe("+4915112345678");
  expect(normalPhone("138 0013 8000")).toBe("13800138000");
  expect(normalPhone("(138) 0013-8000")).toBe("13800138000");
});

test("AUTH-24 a text that is not a phone number is rejected", () => {
  for (const wrong of [
    "",
    "+",
    "+49 151",
    "12800138000",
    "138001380001",
    "0151 12345678",
    "+49 151 12345678 x",
    "++4915112345678",
    "+49,151,12345678",
    "49 151 12345678",
    "1_3800138000",
    `+${"1".repeat(16)}`,
    // Expands to three letters each in plain form, none of them valid in a number.
    "\ufdfa(0)".repeat(1_000),
    `+49 151 ${" ".repeat(64)}12345678`,
  ])
    expect(normalPhone(wrong), wrong).toBeUndefined();
});
