import { newEmail } from "@candor/text/account-rules";
import { maskContact } from "@candor/text/mask-contact";
import { normalPhone } from "@candor/text/phone-number";
import { type Outcome, type Rejected, reject } from "@candor/wire/rejection";
import type { Caller, IdentityContext } from "./identity-context.ts";
import { allNoticeContacts, contactsOf } from "./mail-and-sms/contacts.ts";
import { notifyUser } from "./mail-and-sms/notify-user.ts";
import { checkOwnPassword } from "./passwords/check-password.ts";
import { checkSecondFactor, type GivenSecondFactor } from "./second-factors/second-factor.ts";
import type { User } from "./user-and-session.ts";
import { codeCaller } from "./verification-codes/send-code.ts";
import { newHoldUntilMs, withdrawalHoldOf } from "./withdrawal-hold.ts";

export interface ContactBinding {
  readonly kind: "email" | "phone";
  readonly target: string;
  readonly code?: string | undefined;
  readonly oldCode?: string | undefined;
  readonly password?: string | undefined;
  readonly secondFactor?: GivenSecondFactor | undefined;
}

export interface ContactBoundReply {
  readonly kind: "email" | "phone";
  readonly target: string;
  readonly withdrawalHoldUntilMs: number | null;
}

/**
 * Binds a mailbox or a phone. Replacing one also needs a code sent to the current one; a replacement, and the account's
 * first contact, hold withdrawals for 24 hours. The first contact of its kind requires the password, because contacts
 * recover the account: someone with only a stolen session must not take it over. Rejects 41 or 40, 207, 201, 30, 310,
 * 311.
 */
export async function bindContact(
  context: IdentityContext,
  caller: Caller,
  user: User,
  request: ContactBinding,
): Promise<Outcome<ContactBoundReply>> {
  const { store } = context;
  const { kind } = request;
  const target = kind === "email" ? newEmail(request.target) : normalPhone(request.target);
  if (target === undefined) return reject(kind === "email" ? "user.emailFormat" : "user.phoneFormat");
  const unfit = findTaken(context, kind, target) ?? checkCodes(context, caller, user, target, request);
  if (unfit !== undefined) return unfit;
  const unproven =
    (user[kind] === null ? await checkOwnPassword(context, caller, user, request.password) : undefined) ??
    (await checkSecondFactor(context, { ...caller, hasSession: true }, user, request.secondFactor));
  if (unproven !== undefined) return unproven;
  // Another request may have taken the target or used the codes in the meantime.
  const late = findTaken(context, kind, target) ?? checkCodes(context, caller, user, target, request);
  if (late !== undefined) return late;
  const replaced = user[kind];
  const before = allNoticeContacts(user, context.nowMs());
  context.codes.use(target, "bind");
  if (replaced !== null) context.codes.use(replaced, "bind");
  await store.commit({
    type: "contact-bound",
    userId: user.userId,
    kind,
    target,
    atMs: context.nowMs(),
    withdrawalHoldUntilMs:
      replaced === null && before.length > 0 ? user.withdrawalHoldUntilMs : newHoldUntilMs(context),
  });
  // Sent to the previous contacts, including a replaced one; if there were none, to the new one.
  const recipients = before.length === 0 ? contactsOf(user) : before;
  const notice = replaced === null ? "contactBound" : "contactReplaced";
  notifyUser(context, user, { kind: notice, target: maskContact(target) }, recipients);
  return {
    kind,
    target: maskContact(target),
    withdrawalHoldUntilMs: withdrawalHoldOf(user, context.nowMs())?.untilMs ?? null,
  };
}

function findTaken(
  { store }: IdentityContext,
  kind: ContactBinding["kind"],
  target: string,
): Rejected | undefined {
  const owner = kind === "email" ? store.state.userByEmail(target) : store.state.userByPhone(target);
  return owner === undefined ? undefined : reject("user.alreadyRegistered");
}

/** Checks the target's code, and the current contact's if there is one. */
function checkCodes(
  context: IdentityContext,
  caller: Caller,
  user: User,
  target: string,
  request: ContactBinding,
): Rejected | undefined {
  const present = user[request.kind];
  const { codes } = context;
  const owner = codeCaller(context, caller, user, user, "bind");
  return (
    codes.check(target, "bind", request.code ?? "", owner) ??
    (present === null ? undefined : codes.check(present, "bind", request.oldCode ?? "", owner))
  );
}
