import { type Outcome, reject } from "@candor/protocol/wire/rejection";
import { maskContact, normalEmail, normalPhone } from "./identifier-rules.ts";
import type { IdentityContext } from "./identity-context.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import type { User } from "./identity-state.ts";

export interface ContactBinding {
  readonly kind: "email" | "phone";
  readonly target: string;
  readonly code?: string | undefined;
  readonly oldCode?: string | undefined;
}

export interface ContactBoundReply {
  readonly kind: "email" | "phone";
  readonly target: string;
  readonly withdrawalHoldUntilMs: number | null;
}

/**
 * Binds a mailbox or a phone. To replace one, a code sent to the present one is needed too, and withdrawals are held
 * for 24 hours. Rejects 41 or 40, 207, 201.
 */
export async function bindContact(
  context: IdentityContext,
  user: User,
  request: ContactBinding,
): Promise<Outcome<ContactBoundReply>> {
  const { codes, store } = context;
  const { kind } = request;
  const target = kind === "email" ? normalEmail(request.target) : normalPhone(request.target);
  if (target === undefined) return reject(kind === "email" ? "user.emailFormat" : "user.phoneFormat");
  const owner = kind === "email" ? store.state.userByEmail(target) : store.state.userByPhone(target);
  if (owner !== undefined) return reject("user.alreadyRegistered");
  const wrong = codes.check(target, "bind", request.code ?? "");
  if (wrong !== undefined) return wrong;
  const present = user[kind];
  if (present !== null) {
    const oldWrong = codes.check(present, "bind", request.oldCode ?? "");
    if (oldWrong !== undefined) return oldWrong;
    codes.use(present, "bind");
  }
  codes.use(target, "bind");
  const now = context.nowMs();
  const holdUntilMs = present === null ? user.withdrawalHoldUntilMs : now + IDENTITY_LIMITS.withdrawalHoldMs;
  await store.commit({
    type: "contact-bound",
    userId: user.userId,
    kind,
    target,
    withdrawalHoldUntilMs: holdUntilMs,
  });
  return {
    kind,
    target: maskContact(target),
    withdrawalHoldUntilMs: holdUntilMs > now ? holdUntilMs : null,
  };
}
