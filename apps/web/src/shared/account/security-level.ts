import type { CallReply } from "@candor/wire/calls";

/** Most effective first. */
export const PROTECTIONS = ["payment", "totp", "passkey", "email", "phone"] as const;
export type Protection = (typeof PROTECTIONS)[number];
export type Strength = "weak" | "fair" | "strong";

export interface SecurityLevel {
  readonly on: number;
  readonly of: number;
  readonly strength: Strength;
  /** Recommended next protection; null if all are on. */
  readonly next: Protection | null;
  /** Whether each protection is on. */
  readonly isOn: Readonly<Record<Protection, boolean>>;
}

const STRONG_FROM = 4;
const FAIR_FROM = 2;

type Facts = Pick<
  CallReply<"profile">,
  "paymentPasswordSet" | "totpEnabled" | "passkeys" | "email" | "phone"
>;

/** Returns the account's protection level, from the protections set up. */
export function securityLevel(profile: Facts): SecurityLevel {
  const isOn: Record<Protection, boolean> = {
    payment: profile.paymentPasswordSet,
    totp: profile.totpEnabled,
    passkey: profile.passkeys > 0,
    email: profile.email !== null,
    phone: profile.phone !== null,
  };
  const on = PROTECTIONS.filter((protection) => isOn[protection]).length;
  return {
    on,
    of: PROTECTIONS.length,
    strength: on >= STRONG_FROM ? "strong" : on >= FAIR_FROM ? "fair" : "weak",
    next: PROTECTIONS.find((protection) => !isOn[protection]) ?? null,
    isOn,
  };
}
