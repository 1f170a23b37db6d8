import type { User } from "./user-and-session.ts";

export type SecondFactorMethod = "totp" | "passkey";

/** What the user has set up, whatever site they come by. */
export function secondFactorsOf({ totpSecret, passkeys }: User): readonly SecondFactorMethod[] {
  return [
    ...(totpSecret === null ? [] : (["totp"] as const)),
    ...(passkeys.length === 0 ? [] : (["passkey"] as const)),
  ];
}
