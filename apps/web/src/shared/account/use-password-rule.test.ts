import { expect, test } from "vitest";
import { fieldOfError } from "../../features/login/register-form.ts";
import { passwordProblem } from "./use-password-rule.ts";

const words = (password: string, rule: "short" | "long"): string | undefined =>
  passwordProblem(password, rule, (key, values) => [key, ...Object.values(values ?? {})].join(" "));

test("WEB-32 a password has 6 to 12 characters, letters and digits both, and no blanks", () => {
  expect(words("abc123", "short")).toBeUndefined();
  expect(words("abcdef123456", "short")).toBeUndefined();
  for (const wrong of ["abc12", "abcdef1234567", "abcdefg", "1234567"])
    expect(words(wrong, "short"), wrong).toBe("login.passwordRule");
  expect(words("", "short")).toBe("login.passwordEmpty");
});

test("WEB-32 the character that a password must not have is named", () => {
  expect(words("abc 123€x", "short")).toBe("login.passwordBlank  ");
  expect(words("abc123€x", "short")).toBe("login.passwordCharacter €");
  expect(words("äbc123", "short")).toBe("login.passwordCharacter ä");
  expect(words("🐸abc123", "short")).toBe("login.passwordCharacter 🐸");
});

test("SEC-19 by the long rule a password has 8 to 128 characters of any kind", () => {
  for (const right of ["a sentence of mine", "🐸".repeat(8), "x".repeat(128)])
    expect(words(right, "long"), right).toBeUndefined();
  for (const wrong of ["abc123", "🐸".repeat(7), "x".repeat(129)])
    expect(words(wrong, "long"), wrong).toBe("login.passwordRuleLong");
});

test("WEB-32 a refused registration is told beside the field that it is about", () => {
  expect(fieldOfError("user.emailExists", "email")).toBe("email");
  expect(fieldOfError("user.invitationError", "email")).toBe("invitation");
  expect(fieldOfError("user.codeError", "email")).toBe("code");
  expect(fieldOfError("request.tooFast", "username")).toBe("username");
});
