import { expect, test } from "vitest";
import { securityLevel } from "./security-level.ts";

const NOTHING = { paymentPasswordSet: false, totpEnabled: false, passkeys: 0, email: null, phone: null };

test("WEB-51 the security level counts what is set up and names what helps most next", () => {
  expect(securityLevel(NOTHING)).toEqual({ on: 0, of: 5, strength: "weak", next: "payment" });
  const common = { ...NOTHING, email: "m***@example.org", paymentPasswordSet: true };
  expect(securityLevel(common)).toEqual({ on: 2, of: 5, strength: "fair", next: "totp" });
  expect(securityLevel({ ...common, totpEnabled: true, passkeys: 2 })).toEqual({
    on: 4,
    of: 5,
    strength: "strong",
    next: "phone",
  });
  const all = { ...common, totpEnabled: true, passkeys: 1, phone: "+49***7" };
  expect(securityLevel(all)).toEqual({ on: 5, of: 5, strength: "strong", next: null });
});
