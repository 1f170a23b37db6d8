import { expect, test } from "vitest";
import { fieldOfError } from "./register-form.ts";
import { isCode, isEmail, isPassword, isPaymentPassword, isUsername } from "./rules.ts";

test("WEB-32 a password has 6 to 12 characters, letters and digits both, and no blanks", () => {
  expect(isPassword("abc123", "short")).toBe(true);
  expect(isPassword("abcdef123456", "short")).toBe(true);
  expect(isPassword("abc12", "short")).toBe(false);
  expect(isPassword("abcdef1234567", "short")).toBe(false);
  expect(isPassword("abcdefg", "short")).toBe(false);
  expect(isPassword("1234567", "short")).toBe(false);
  expect(isPassword("abc 123", "short")).toBe(false);
  expect(isPassword("äbc123", "short")).toBe(false);
});

test("SEC-19 by the long rule a password has 8 to 128 characters of any kind", () => {
  for (const right of ["a sentence of mine", "🐸".repeat(8), "x".repeat(128)])
    expect(isPassword(right, "long"), right).toBe(true);
  for (const wrong of ["abc123", "🐸".repeat(7), "x".repeat(129)])
    expect(isPassword(wrong, "long"), wrong).toBe(false);
});

test("WEB-32 codes and payment passwords are six digits, e-mail addresses and names are well formed", () => {
  expect(isCode("041820")).toBe(true);
  expect(isCode("41820")).toBe(false);
  expect(isPaymentPassword("123456")).toBe(true);
  expect(isPaymentPassword("12345a")).toBe(false);
  expect(isEmail(" mara@example.org ")).toBe(true);
  expect(isEmail("mara@example")).toBe(false);
  expect(isEmail("mara@@example.org")).toBe(false);
  expect(isUsername("mara_7")).toBe(true);
  expect(isUsername("7mara")).toBe(false);
  expect(isUsername("abc")).toBe(false);
});

test("WEB-32 a refused registration is told beside the field that it is about", () => {
  expect(fieldOfError("user.emailExists", "email")).toBe("email");
  expect(fieldOfError("user.invitationError", "email")).toBe("invitation");
  expect(fieldOfError("user.codeError", "email")).toBe("code");
  expect(fieldOfError("request.tooFast", "username")).toBe("username");
});
