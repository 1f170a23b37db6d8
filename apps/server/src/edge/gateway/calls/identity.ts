import { maskContact } from "@candor/text/mask-contact";
import type { CallReply } from "@candor/wire/calls";
import { type Outcome, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import { FROZEN_BY_OWNER } from "../../../custody/withdrawals/withdrawal-service.ts";
import { frozenAccounts } from "../../../market/wire-objects/frozen-accounts.ts";
import { balanceSums } from "../../../market/wire-objects/wallet-views.ts";
import type { OpenedSession } from "../../../people/identity/session-register.ts";
import { BAD_CURSOR, readCursor, writeCursor } from "../../../records/projections/queries/cursor.ts";
import { type CallContext, type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";

/** Placeholder score, the same for everyone; nothing depends on it. */
const CREDIT_SCORE = 100;
const OUTBOX_LIST = "outbox";

export function sendEmailCode({ identity }: Ports<"identity">): CallHandler<"sendEmailCode"> {
  return (request, context) =>
    identity.sendCode(context, context.session?.userId, {
      channel: "ems",
      to: request.email,
      event: request.event,
    });
}

export function sendPhoneCode({ identity }: Ports<"identity">): CallHandler<"sendPhoneCode"> {
  return (request, context) =>
    identity.sendCode(context, context.session?.userId, {
      channel: "sms",
      to: request.phone,
      event: request.event,
    });
}

export function register(
  ports: Ports<"engine" | "funding" | "identity" | "listings" | "verification">,
): CallHandler<"register"> {
  return async (request, context): Promise<Outcome<CallReply<"register">>> => {
    const session = await ports.identity.register(context, request);
    return session instanceof Rejected
      ? session
      : await sessionReply(ports, session, context, "user.registered");
  };
}

export function login(
  ports: Ports<"engine" | "funding" | "identity" | "listings" | "verification">,
): CallHandler<"login"> {
  return async (request, context): Promise<Outcome<CallReply<"login">>> => {
    const session = await ports.identity.logIn(context, request);
    return session instanceof Rejected
      ? session
      : await sessionReply(ports, session, context, "user.loggedIn");
  };
}

export async function sessionReply(
  {
    engine,
    funding,
    identity,
    listings,
    verification,
  }: Ports<"engine" | "funding" | "identity" | "listings" | "verification">,
  session: OpenedSession,
  { language }: CallContext,
  success: string,
): Promise<CallReply<"login">> {
  const user = identity.user(session.userId);
  const verified = verification.view(session.userId, language);
  const view = await engine.accountView(session.userId);
  const { allBalance, money, contract } = balanceSums(view, listings);
  return {
    id: String(session.userId),
    token: session.token,
    deviceToken: session.deviceToken ?? "",
    username: user?.username ?? user?.email ?? user?.phone ?? "",
    expiresAtMs: session.expiresAtMs,
    u_address: funding.chains.existingDepositAddressOf(session.userId) ?? null,
    allBalance,
    money,
    contract,
    verification: verified.verification,
    verifiinfo: verified.veriInfo,
    success,
    asOfSeq: view.asOfSeq,
  };
}

export function logout({ identity }: Ports<"identity">): CallHandler<"logout"> {
  return async (request, context): Promise<CallReply<"logout">> => ({
    endedApiKeys: request.endApiKeys ? await identity.endApiKeys(userOf(context)) : 0,
    ended: await (request.all
      ? identity.endSessions(userOf(context), "everywhere")
      : identity.endSessions(userOf(context), "log-out", context.session?.sessionId)),
  });
}

export function resetPassword({ identity }: Ports<"identity">): CallHandler<"resetPassword"> {
  return (request, context) => identity.resetPassword(context, context.session, request);
}

export function profile(
  ports: Ports<"engine" | "identity" | "uploads" | "verification">,
): CallHandler<"profile"> {
  const { identity, uploads } = ports;
  return async (request, context): Promise<Outcome<CallReply<"profile">>> => {
    const userId = userOf(context);
    const { nickname, antiPhishingCode } = request;
    // Accounts registered before the language was stored get their owner's current one.
    const lang = request.lang ?? (identity.language(userId) === null ? context.language : undefined);
    // A blank nickname would be invisible on every screen, and a blank anti-phishing phrase useless in an email.
    const blank = (["nickname", "antiPhishingCode"] as const).find((path) => request[path]?.trim() === "");
    if (blank !== undefined) return rejectFields("request.parameterError", { path: blank, reason: "format" });
    const avatar =
      request.avatar === undefined ? undefined : await uploads.ownReference(userId, "avatar", request.avatar);
    if (request.avatar !== undefined && avatar === undefined) return reject("upload.imageFormat");
    const changes = {
      ...(avatar === undefined ? {} : { avatar }),
      ...(nickname === undefined ? {} : { nickname }),
      ...(lang === undefined ? {} : { lang }),
      ...(antiPhishingCode === undefined ? {} : { antiPhishingCode }),
    };
    if (Object.keys(changes).length > 0) await identity.changeProfile(userId, changes);
    return await profileReply(ports, userId, context);
  };
}

async function profileReply(
  { engine, identity, uploads, verification }: Ports<"engine" | "identity" | "uploads" | "verification">,
  userId: number,
  context: CallContext,
): Promise<CallReply<"profile">> {
  const user = identity.user(userId);
  if (user === undefined) throw new Error(`session of unknown user ${userId}`);
  const verified = verification.view(userId, context.language);
  const hold = identity.withdrawalHold(userId);
  const { frozenWallets } = await engine.accountView(userId);
  return {
    id: String(userId),
    username: user.username ?? user.email ?? user.phone ?? "",
    nickname: user.nickname,
    email: user.email === null ? null : maskContact(user.email),
    phone: user.phone === null ? null : maskContact(user.phone),
    avatar: user.avatar === null ? null : uploads.link(user.avatar),
    lang: user.lang ?? context.language,
    creditScore: CREDIT_SCORE,
    invitationCode: user.invitationCode,
    verification: verified.verification,
    verifiinfo: verified.veriInfo,
    paymentPasswordSet: user.paymentHash !== null,
    totpEnabled: user.totpSecret !== null,
    passkeys: user.passkeys.length,
    antiPhishingCode: identity.antiPhishingCode(userId),
    frozen: frozenAccounts(frozenWallets),
    withdrawalHoldUntilMs: hold?.untilMs ?? null,
    withdrawalHoldReason: hold?.reason ?? null,
    createdAtMs: user.createdAtMs,
  };
}

export function bind({ identity }: Ports<"identity">): CallHandler<"bind"> {
  return (request, context) => identity.bindContact(context, userOf(context), request);
}

export function freeze({ funding, identity }: Ports<"funding" | "identity">): CallHandler<"freeze"> {
  return async (request, context): Promise<Outcome<CallReply<"freeze">>> => {
    const outcome = await identity.freezeAccount(context, context.session?.userId, request);
    if (outcome instanceof Rejected) return outcome;
    const { userId, ...reply } = outcome;
    const returnedWithdrawals = reply.frozen
      ? await funding.withdrawals.giveBackAll(userId, FROZEN_BY_OWNER)
      : 0;
    return { ...reply, returnedWithdrawals };
  };
}

export function sessions({ identity }: Ports<"identity">): CallHandler<"sessions"> {
  return (_request, context): CallReply<"sessions"> => ({
    list: identity.sessions(userOf(context)).map((session) => ({
      sessionId: session.sessionId,
      deviceName: session.deviceName,
      ipMasked: session.addressMasked,
      createdAtMs: session.createdAtMs,
      lastSeenAtMs: session.lastSeenAtMs,
      current: session.sessionId === context.session?.sessionId,
    })),
  });
}

export function revoke({ identity }: Ports<"identity">): CallHandler<"revoke"> {
  return async (request, context): Promise<Outcome<CallReply<"revoke">>> => {
    const ended = await identity.endSessions(userOf(context), "log-out", request.sessionId);
    return ended === 0 ? reject("request.unknownId") : { ended };
  };
}

/** The outbox shows everyone's codes, so only the sandbox and callers admitted by its gate may read it. */
export function outbox({ identity }: Ports<"identity">): CallHandler<"outbox"> {
  return (request, context): Outcome<CallReply<"outbox">> => {
    if (!context.readsOutbox()) return reject("request.featureOff");
    const to = request.to?.trim().toLowerCase();
    const filters = { to };
    const after = readCursor(OUTBOX_LIST, filters, request.cursor);
    if (after === BAD_CURSOR)
      return rejectFields("request.parameterError", { path: "cursor", reason: "conflict" });
    const messages = identity.outbox.list(request.limit + 1, after?.[0], to);
    const page = messages.slice(0, request.limit);
    const last = page.at(-1);
    return {
      list: page.map(({ id, to: recipient, channel, subject, text, timeMs }) => ({
        id: String(id),
        to: recipient,
        channel,
        subject,
        text,
        timeMs,
      })),
      nextCursor:
        messages.length > page.length && last !== undefined
          ? writeCursor(OUTBOX_LIST, filters, [last.id, 0])
          : null,
    };
  };
}
