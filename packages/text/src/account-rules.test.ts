import { expect, test } from "vitest";
import {
  CODE_DIGITS,
  emailForCode,
  INVITATION_CODE,
  isPassword,
  isSixDigits,
  isUsername,
  MAX_INVITATION_CODE,
  MAX_USERNAME,
  newEmail,
  normalEmail,
  normalInvitation,
  USERNAME,
} from "./account-rules.ts";

test("WEB-32 codes and payment passwords are six digits, e-mail addresses and names are well formed", () => {
  expect(isSixDigits("041820")).toBe(true);
  expect(isSixDigits("41820")).toBe(false);
  expect(isSixDigits("12345a")).toBe(false);
  expect(normalEmail(" Mara@example.org ")).toBe("mara@example.org");
  expect(normalEmail("mara@example")).toBeUndefined();
  expect(normalEmail("mara@@example.org")).toBeUndefined();
  expect(normalEmail("mára@example.org")).toBe("mára@example.org");
  expect(newEmail("mára@example.org")).toBeUndefined();
  expect(emailForCode("register", "mára@example.org")).toBeUndefined();
  expect(emailForCode("bind", "mára@example.org")).toBeUndefined();
  expect(emailForCode("reset", "mára@example.org")).toBe("mára@example.org");
  expect(isUsername("mara_7")).toBe(true);
  expect(isUsername("7mara")).toBe(false);
  expect(isUsername("abc")).toBe(false);
  expect(normalInvitation(" ab12 ")).toBe("AB12");
  expect(normalInvitation("abc")).toBeUndefined();
});

test("WEB-32 a field's maximum is the longest text that its rule accepts", () => {
  expect(USERNAME.test("a".repeat(MAX_USERNAME))).toBe(true);
  expect(USERNAME.test("a".repeat(MAX_USERNAME + 1))).toBe(false);
  expect(INVITATION_CODE.test("A".repeat(MAX_INVITATION_CODE))).toBe(true);
  expect(INVITATION_CODE.test("A".repeat(MAX_INVITATION_CODE + 1))).toBe(false);
  expect(isSixDigits("1".repeat(CODE_DIGITS))).toBe(true);
});

test("SEC-19 the long rule takes characters of any kind but control characters", () => {
  expect(isPassword("a sentence of mine", "long")).toBe(true);
  expect(isPassword("a sentence\u0000of mine", "long")).toBe(false);
  expect(isPassword("a sentence of mine", "short")).toBe(false);
});
