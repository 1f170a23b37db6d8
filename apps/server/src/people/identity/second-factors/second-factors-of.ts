import type { User } from "../user-and-session.ts";

export type SecondFactorMethod = "totp" | "passkey";

/** Returns the second factors that the user has set up, for any site. */
export function secondFactorsOf({ totpSecret, passkeys }: User): readonly SecondFactorMethod[] {
  return [
    ...(totpSecret === null ? [] : (["totp"] as const)),
    ...(passkeys.length === 0 ? [] : (["passkey"] as const)),
  ];
}
