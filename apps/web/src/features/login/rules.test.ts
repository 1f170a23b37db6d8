import { expect, test } from "vitest";
import { fieldOfError } from "./register-form.ts";
import { isCode, isEmail, isPassword, isPaymentPassword, isUsername } from "./rules.ts";

test("WEB-32 a password has 6 to 12 characters, letters and digits both, and no blanks", () => {
  expect(isPassword("abc123")).toBe(true);
  expect(isPassword("abcdef123456")).toBe(true);
  expect(isPassword("abc12")).toBe(false);
  expect(isPassword("abcdef1234567")).toBe(false);
  expect(isPassword("abcdefg")).toBe(false);
  expect(isPassword("1234567")).toBe(false);
  expect(isPassword("abc 123")).toBe(false);
  expect(isPassword("äbc123")).toBe(false);
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
