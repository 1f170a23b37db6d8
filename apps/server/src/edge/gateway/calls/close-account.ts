import { maskContact } from "@candor/text/mask-contact";
import type { CallReply } from "@candor/wire/calls";
import { type Outcome, Rejected, rejectFields } from "@candor/wire/rejection";
import { CLOSING_LIMITS } from "../../../people/closing/closing-limits.ts";
import type { Standing } from "../../../people/closing/closing-obstacles.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { GatewayOptions, Ports } from "../dependencies.ts";

type Reply = CallReply<"closeAccount">;

/** Closes the caller's account, or returns a preview. Rejects 111, 350, 30, 314, 113, 201, 310, 311. */
export function closeAccount(
  { closing, identity }: Ports<"closing" | "identity">,
  { mode }: Pick<GatewayOptions, "mode">,
): CallHandler<"closeAccount"> {
  return async ({ action, ...proof }, context): Promise<Outcome<Reply>> => {
    const userId = userOf(context);
    const given = Object.entries(proof).find(([, value]) => value !== undefined)?.[0];
    if (action === "look" && given !== undefined)
      return rejectFields("request.parameterError", { path: given, reason: "conflict" });
    const user = identity.user(userId);
    if (user === undefined) throw new Error(`session of unknown user ${userId}`);
    const { email, phone } = user;
    const terms = {
      leftOverLimit: CLOSING_LIMITS.leftOver,
      codeTo: codeTo(email, phone),
      asksPaymentPassword: user.paymentHash !== null,
      documentsKeptYears: CLOSING_LIMITS.documentsKeptYears[mode],
      toldDays: CLOSING_LIMITS.toldDays,
    };
    if (action === "look") return { closedAtMs: null, ...shown(await closing.standing(userId)), ...terms };
    const closed = await closing.closeAccount(context, userId, proof);
    if (closed instanceof Rejected) return closed;
    const { account, leftOver } = closed;
    return { closedAtMs: account.closedAtMs, obstacles: [], leftOver, ...terms };
  };
}

function shown({ obstacles, leftOver }: Standing): Pick<Reply, "obstacles" | "leftOver"> {
  return { obstacles: [...obstacles], leftOver };
}

function codeTo(email: string | null, phone: string | null): Reply["codeTo"] {
  if (email !== null) return { channel: "email", target: maskContact(email) };
  return phone === null ? null : { channel: "phone", target: maskContact(phone) };
}
