import { expect, test } from "vitest";
import { securityLevel } from "./security-level.ts";

const NOTHING = { paymentPasswordSet: false, totpEnabled: false, passkeys: 0, email: null, phone: null };

test("WEB-51 the security level counts what is set up and names what helps most next", () => {
  expect(securityLevel(NOTHING)).toMatchObject({ on: 0, of: 5, strength: "weak", next: "payment" });
  const common = { ...NOTHING, email: "m***@example.org", paymentPasswordSet: true };
  expect(securityLevel(common)).toMatchObject({ on: 2, of: 5, strength: "fair", next: "totp" });
  expect(securityLevel({ ...common, totpEnabled: true, passkeys: 2 })).toMatchObject({
    on: 4,
    of: 5,
    strength: "strong",
    next: "phone",
  });
  const all = { ...common, totpEnabled: true, passkeys: 1, phone: "+49***7" };
  expect(securityLevel(all)).toMatchObject({ on: 5, of: 5, strength: "strong", next: null });
  // The card lists the protections that count; the figure is how many are on.
  expect(securityLevel(common).isOn).toEqual({
    payment: true,
    totp: false,
    passkey: false,
    email: true,
    phone: false,
  });
});
