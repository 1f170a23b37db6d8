import { maskAddress } from "../identifier-rules.ts";
import type { IdentityContext } from "../identity-context.ts";
import type { LoginRecord } from "../identity-records.ts";
import type { User } from "../user-and-session.ts";

export interface LoginNote extends Pick<LoginRecord, "deviceName" | "method" | "result"> {
  readonly address: string;
}

/** Adds an attempt to the user's login history. Resolves when it is durable. */
export function noteLogin(context: IdentityContext, user: User, note: LoginNote): Promise<void> {
  const { deviceName, address, method, result } = note;
  const login: LoginRecord = {
    loginId: (user.logins.at(-1)?.loginId ?? 0) + 1,
    atMs: context.nowMs(),
    deviceName,
    addressMasked: maskAddress(address),
    method,
    result,
  };
  return context.store.commit({ type: "login", userId: user.userId, login });
}

/**
 * Returns whether there is no recent login from this device and network. The very first login does not count as new.
 */
export function isNewDevice(user: User, deviceName: string, address: string): boolean {
  const addressMasked = maskAddress(address);
  const successes = user.logins.filter(({ result }) => result === "success");
  if (successes.length === 0) return false;
  return !successes.some((login) => login.deviceName === deviceName && login.addressMasked === addressMasked);
}

/** Newest first, before entry `before`. */
export function loginsOf(
  user: User,
  limit: number,
  before = Number.MAX_SAFE_INTEGER,
): readonly LoginRecord[] {
  return user.logins
    .filter(({ loginId }) => loginId < before)
    .slice(-limit)
    .reverse();
}
