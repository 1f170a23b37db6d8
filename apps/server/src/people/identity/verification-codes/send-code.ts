import { emailForCode, normalEmail } from "@candor/text/account-rules";
import { normalPhone } from "@candor/text/phone-number";
import { type Outcome, reject, rejectFields } from "@candor/wire/rejection";
import { networkOf } from "../../../kit/limits/network-of.ts";
import { phraseOf } from "../anti-phishing.ts";
import type { Caller, IdentityContext } from "../identity-context.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import { mailLanguage } from "../mail-and-sms/mail-language.ts";
import { codeMessage, type MessageChannel } from "../mail-and-sms/message-sender.ts";
import type { User } from "../user-and-session.ts";
import type { CodeEvent } from "./code-event.ts";
import type { CodeCaller } from "./verification-codes.ts";

export interface CodeRequest {
  readonly channel: MessageChannel;
  /** Absent for the caller's own contact. */
  readonly to: string | undefined;
  readonly event: CodeEvent;
}

export interface CodeSent {
  readonly success: "user.codeSent";
  readonly resendAtMs: number;
  readonly expiresAtMs: number;
}

/**
 * Builds the caller that requests or submits a code of `owner`.
 * @param user owner of the session
 */
export function codeCaller(
  { places }: IdentityContext,
  { address, device }: Pick<Caller, "address" | "device">,
  owner: User | undefined,
  user: User | undefined,
  event: CodeEvent,
): CodeCaller {
  // During registration there are no known places yet.
  const stranger = { address, group: "stranger", asker: networkOf(address) } as const;
  if (event === "register") return stranger;
  if (user !== undefined && (owner === undefined || owner === user))
    return { address, group: "session", asker: String(user.userId) };
  const isKnownPlace =
    owner !== undefined &&
    (places.deviceOf(owner, device) !== undefined || places.isKnownNetwork(owner, address));
  return isKnownPlace ? { address, group: "place", asker: "" } : stranger;
}

/** Sends a code. Rejects 41 or 40, 208, 45, 206, 207, 209. */
export async function sendCode(
  context: IdentityContext,
  caller: Caller,
  user: User | undefined,
  request: CodeRequest,
): Promise<Outcome<CodeSent>> {
  const { channel, event } = request;
  const { codes, sender, nowMs } = context;
  const to = request.to ?? (channel === "ems" ? user?.email : user?.phone) ?? undefined;
  const path = channel === "ems" ? "email" : "phone";
  if (to === undefined) return rejectFields("request.parameterError", { path, reason: "missing" });
  const recipient = channel === "ems" ? mailboxFor(event, to, user) : normalPhone(to);
  if (recipient === undefined) return reject(channel === "ems" ? "user.emailFormat" : "user.phoneFormat");
  const owner =
    channel === "ems"
      ? context.store.state.userByEmail(recipient)
      : context.store.state.userByPhone(recipient);
  const asking = codeCaller(context, caller, owner, user, event);
  const refusal = codes.refusal(recipient, asking);
  if (refusal !== undefined) return refusal;
  const forOwner = event === "reset" || event === "payment" || event === "close";
  if (forOwner && owner === undefined) return reject("user.notRegistered");
  // Only the owner may request a code to close the account.
  if (event === "close" && owner !== user) return reject("user.notRegistered");
  // The holder of a bound contact proves it again before replacing it, so `bind` may go there too.
  if (!forOwner && owner !== undefined && owner !== user) return reject("user.alreadyRegistered");
  if (event === "register" && owner !== undefined) return reject("user.alreadyRegistered");
  const { code, expiresAtMs, kept } = codes.issue(recipient, event, asking);
  const reader = owner ?? user;
  const language = reader === undefined ? caller.language : mailLanguage(reader);
  const phrase = reader === undefined ? null : phraseOf(context, reader);
  await kept;
  try {
    await sender.send(codeMessage(recipient, channel, event, code, language, phrase));
  } catch (error) {
    context.report(error, "verification code not sent");
    codes.use(recipient, event); // Nobody received this code, so nobody has to wait for it to expire.
    return reject("user.sendFailed");
  }
  return { success: "user.codeSent", resendAtMs: nowMs() + IDENTITY_LIMITS.codeResendMs, expiresAtMs };
}

/** The user's own mailbox may be older than the rule for new ones. */
function mailboxFor(event: CodeEvent, to: string, user: User | undefined): string | undefined {
  const mailbox = normalEmail(to);
  return mailbox === user?.email ? mailbox : emailForCode(event, to);
}
