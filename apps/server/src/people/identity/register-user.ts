import type { ErrorName } from "@candor/domain/errors/errors";
import type { PasswordRule } from "@candor/text/account-rules";
import { isPassword, isUsername, newEmail, normalInvitation } from "@candor/text/account-rules";
import { normalPhone } from "@candor/text/phone-number";
import { type Outcome, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import { isOwnMachine } from "../../kit/limits/network-of.ts";
import type { Caller, IdentityContext, RegistrationBy } from "./identity-context.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import type { UserRecord } from "./identity-records.ts";
import type { IdentityState } from "./identity-state.ts";
import { openSession } from "./login/open-session.ts";
import { isGuessable, namesOf } from "./passwords/guessable-password.ts";
import { randomInvitation } from "./random-codes.ts";
import type { OpenedSession } from "./session-register.ts";
import { codeCaller } from "./verification-codes/send-code.ts";

export interface Registration {
  readonly email?: string | undefined;
  readonly username?: string | undefined;
  readonly phone?: string | undefined;
  readonly password?: string | undefined;
  readonly repeatPassword?: string | undefined;
  readonly code?: string | undefined;
  readonly invitationCode?: string | undefined;
  readonly deviceName?: string | undefined;
}

/** In user-perceived characters. */
const NICKNAME_LENGTH = 20;

interface Identifiers {
  readonly email: string | null;
  readonly phone: string | null;
  readonly username: string | null;
}

/**
 * Opens an account and its first session.
 * Rejects 111, 43, 41, 40, 31, 218, 219, 205, 312, 202, 201, 35, 34, 39, in this order: whether a user exists is
 * checked last, so that only the holder of a mailbox and an invitation learns it.
 */
export async function registerUser(
  context: IdentityContext,
  caller: Caller,
  request: Registration,
): Promise<Outcome<OpenedSession>> {
  const { codes, hasher, store } = context;
  const identifiers = readIdentifiers(context, request);
  if (identifiers instanceof Rejected) return identifiers;
  const password = checkNewPassword(context, request, identifiers);
  if (password instanceof Rejected) return password;
  const inviter = findInviter(context, request.invitationCode);
  if (inviter instanceof Rejected) return inviter;
  const recipient = identifiers.email ?? identifiers.phone;
  const visitor = codeCaller(context, caller, undefined, undefined, "register");
  if (recipient !== null) {
    const wrong = codes.check(recipient, "register", request.code ?? "", visitor);
    if (wrong !== undefined) return wrong;
  }
  // Hashed before any lookup, so that a taken name costs the same time as a free one.
  const passwordHash = await hasher.hash(password, {
    lane: "stranger",
    address: caller.address,
    account: `new ${recipient ?? identifiers.username ?? ""}`,
  });
  // Another request may have used the code during hashing.
  const stillRight =
    recipient === null ? undefined : codes.check(recipient, "register", request.code ?? "", visitor);
  const late = stillRight ?? findTaken(context, identifiers);
  if (late !== undefined) return late;
  const now = context.nowMs();
  const waitMs = isOwnMachine(caller.address) ? 0 : context.registrations.take(caller.address, now);
  if (waitMs > 0) return new Rejected("request.tooFast", { retryAfterMs: waitMs });
  // The exchange has no space for more users: registration is closed.
  if (store.state.nextUserId >= IDENTITY_LIMITS.endUserId) return reject("request.featureOff");
  if (recipient !== null) codes.use(recipient, "register");
  const user = newUser(context, caller, identifiers, passwordHash, inviter);
  await store.commit({ type: "registered", user });
  const registered = store.state.user(user.userId);
  if (registered === undefined) throw new Error(`user ${user.userId} was registered but is missing`);
  const deviceName = request.deviceName ?? "";
  const opened = await openSession(context, caller, registered, deviceName, "registration", () => true);
  return opened ?? reject("request.expired");
}

function readIdentifiers(context: IdentityContext, request: Registration): Outcome<Identifiers> {
  const { inviteOnly, registrationBy } = context.settings;
  const given = (["email", "username", "phone"] as const).filter((name) => request[name] !== undefined);
  const refused = given.filter((name) => !registrationBy.includes(name));
  if (refused.length > 0) {
    return rejectFields(
      "request.parameterError",
      ...refused.map((path) => ({ path, reason: "conflict" }) as const),
    );
  }
  if (given.length === 0) {
    const path: RegistrationBy = registrationBy[0] ?? "email";
    return rejectFields("request.parameterError", { path, reason: "missing" });
  }
  if (inviteOnly && request.invitationCode === undefined) return reject("user.invitationMissing");
  const email = request.email === undefined ? null : newEmail(request.email);
  if (email === undefined) return reject("user.emailFormat");
  const phone = request.phone === undefined ? null : normalPhone(request.phone);
  if (phone === undefined) return reject("user.phoneFormat");
  const { username = null } = request;
  if (username !== null && !isUsername(username)) return reject("user.accountError");
  return { email, phone, username };
}

/** Returns the error for a password that breaks the current rule. */
export const passwordFormatError = (rule: PasswordRule): ErrorName =>
  rule === "long" ? "user.passwordFormatLong" : "user.passwordFormat";

function checkNewPassword(
  { settings: { passwordRule } }: IdentityContext,
  request: Registration,
  identifiers: Identifiers,
): Outcome<string> {
  const { password, repeatPassword } = request;
  if (password === undefined) return reject("user.passwordEmpty");
  if (!isPassword(password, passwordRule)) return reject(passwordFormatError(passwordRule));
  if (repeatPassword !== undefined && repeatPassword !== password) return reject("user.passwordsDiffer");
  if (isGuessable(password, passwordRule, namesOf(identifiers))) return reject("user.passwordBreached");
  return password;
}

/** Returns the inviting user, or 0 for the platform. */
function findInviter(context: IdentityContext, invitation: string | undefined): Outcome<number> {
  if (invitation === undefined) return 0;
  const { state } = context.store;
  const code = normalInvitation(invitation);
  if (code === state.houseCode) return 0;
  const inviter = code === undefined ? undefined : state.userByInvitation(code);
  if (inviter === undefined || inviter.banned || inviter.kind === "labelled")
    return reject("user.invitationError");
  return inviter.userId;
}

function findTaken(context: IdentityContext, identifiers: Identifiers): Rejected | undefined {
  const { state } = context.store;
  const { email, phone, username } = identifiers;
  if (email !== null && state.userByEmail(email) !== undefined) return reject("user.emailExists");
  if (phone !== null && state.userByPhone(phone) !== undefined) return reject("user.phoneExists");
  if (username !== null && state.userByUsername(username.toLowerCase()) !== undefined)
    return reject("user.usernameExists");
  return undefined;
}

function newUser(
  context: IdentityContext,
  { language }: Caller,
  identifiers: Identifiers,
  passwordHash: string,
  invitedBy: number,
): UserRecord {
  const { email, phone, username } = identifiers;
  const local = email?.slice(0, email.indexOf("@"));
  return blankUser(context, {
    ...identifiers,
    lang: language,
    nickname: Array.from(username ?? local ?? phone ?? "")
      .slice(0, NICKNAME_LENGTH)
      .join(""),
    passwordHash,
    invitedBy,
  });
}

/** Initial fields of a user. */
export const BLANK = {
  kind: "trader",
  email: null,
  phone: null,
  emailSinceMs: 0,
  phoneSinceMs: 0,
  username: null,
  avatar: null,
  lang: null,
  antiPhishingCode: null,
  passwordHash: "",
  paymentHash: null,
  paymentFailures: 0,
  paymentLockedUntilMs: 0,
  invitedBy: 0,
  inviterTold: false,
  banned: false,
  frozenByOwner: null,
  freezeLinks: [],
  banTold: false,
  accountOpened: false,
  withdrawalHoldUntilMs: 0,
  withdrawalHoldReason: null,
  totpSecret: null,
  totpSinceMs: 0,
  totpLastStep: 0,
  recoveryHashes: [],
  passkeys: [],
  apiKeys: [],
  logins: [],
  knownDevices: [],
  knownNetworks: [],
  favourites: [],
} as const satisfies Partial<UserRecord>;

/** Returns a user with the next id and the given fields. */
export function blankUser(
  context: IdentityContext,
  given: Partial<UserRecord> & Pick<UserRecord, "nickname">,
): UserRecord {
  const { state } = context.store;
  return {
    ...BLANK,
    userId: state.nextUserId,
    invitationCode: unusedInvitation(state),
    createdAtMs: context.nowMs(),
    ...given,
  };
}

/** Returns an unused invitation code. */
export function unusedInvitation(state: IdentityState): string {
  let code = randomInvitation();
  while (code === state.houseCode || state.userByInvitation(code) !== undefined) code = randomInvitation();
  return code;
}
