import { Rejected, reject } from "@candor/wire/rejection";
import type { Caller, IdentityContext } from "../identity-context.ts";
import type { PasswordTry } from "../login/login-guard.ts";
import type { HashPlace } from "../password-hashing/hash-place.ts";
import type { User } from "../user-and-session.ts";

/** Owner of the checked password: a user, a closed account, or a name without an account. */
type Owner = User | { readonly userId: number; readonly passwordHash: string } | string;

/**
 * Checks a login password. Five wrong ones in a row lock the account for that device, or for that network, for 15
 * minutes; in addition, all strangers share a delay. A nonexistent account costs the same work and is locked in the
 * same way, so that timing reveals nothing.
 * @returns `undefined` if correct, else 212 (`retryAfterMs`) or 30 (`attemptsLeft`)
 */
export function checkLoginPassword(
  context: IdentityContext,
  caller: Pick<Caller, "address" | "device">,
  owner: Owner,
  password: string,
): Promise<Rejected | undefined> {
  const user = typeof owner !== "string" && "knownDevices" in owner ? owner : undefined;
  const device = user === undefined ? undefined : context.places.deviceOf(user, caller.device);
  const isKnown =
    device !== undefined || (user !== undefined && context.places.isKnownNetwork(user, caller.address));
  return check(context, owner, password, {
    account: accountOf(owner),
    address: caller.address,
    device,
    isStranger: !isKnown,
  });
}

/**
 * Checks the password of a session's own user. A session never counts as a stranger, on any device. A missing password
 * is rejected as wrong but costs no attempt.
 */
export async function checkOwnPassword(
  context: IdentityContext,
  caller: Pick<Caller, "address" | "device">,
  user: User,
  password: string | undefined,
): Promise<Rejected | undefined> {
  if (password === undefined) return reject("user.passwordError");
  return await check(context, user, password, {
    account: accountOf(user),
    address: caller.address,
    device: context.places.deviceOf(user, caller.device),
    isStranger: false,
  });
}

/** Returns the hash queue slot of a caller who has proved to own the account. */
export function ownerHashSlot(
  { address }: Pick<Caller, "address">,
  { userId }: Pick<User, "userId">,
): HashPlace {
  return { lane: "known", address, account: String(userId) };
}

async function check(
  { guard, hasher }: IdentityContext,
  owner: Owner,
  password: string,
  tried: PasswordTry,
): Promise<Rejected | undefined> {
  const admission = guard.begin(tried);
  if (!("attemptsLeft" in admission))
    return new Rejected("request.tooFast", { retryAfterMs: admission.waitMs });
  const { account, address, isStranger } = tried;
  const place: HashPlace = { lane: isStranger ? "stranger" : "known", address, account };
  let isRight: boolean;
  try {
    const phc = typeof owner === "string" ? hasher.decoy : owner.passwordHash;
    isRight = await hasher.verify(phc, password, place);
  } catch (error) {
    guard.undone(tried);
    throw error;
  }
  if (isRight && typeof owner !== "string") {
    guard.succeeded(tried);
    return undefined;
  }
  guard.failed(tried);
  return reject("user.passwordError", { attemptsLeft: admission.attemptsLeft });
}

const accountOf = (owner: Owner): string =>
  typeof owner === "string" ? `nobody ${owner}` : String(owner.userId);
