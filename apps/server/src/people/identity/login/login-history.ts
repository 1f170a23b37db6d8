import { maskAddress } from "../identifier-rules.ts";
import type { IdentityContext } from "../identity-context.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import type { LoginRecord } from "../identity-records.ts";
import type { User } from "../user-and-session.ts";

export interface LoginNote extends Pick<LoginRecord, "deviceName" | "method" | "result"> {
  readonly address: string;
  readonly newDeviceOf?: string | undefined;
}

/** Adds an attempt to the user's login history. Resolves when it is durable. */
export function noteLogin(context: IdentityContext, user: User, note: LoginNote): Promise<void> {
  const { deviceName, address, method, result, newDeviceOf } = note;
  const login: LoginRecord = {
    loginId: (user.logins.at(-1)?.loginId ?? 0) + 1,
    atMs: context.nowMs(),
    deviceName,
    addressMasked: maskAddress(address),
    method,
    result,
    ...(newDeviceOf !== undefined && { newDeviceOf }),
  };
  return context.store.commit({ type: "login", userId: user.userId, login });
}

/** Returns whether a login from an unknown device of this name in this network was reported a short time ago. */
export function isReported({ logins }: User, deviceName: string, network: string, nowMs: number): boolean {
  const sinceMs = nowMs - IDENTITY_LIMITS.newDeviceToldMs;
  return logins.some(
    (login) => login.newDeviceOf === network && login.deviceName === deviceName && login.atMs > sinceMs,
  );
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
