import { formatDecimal } from "@candor/money/decimal";
import { maskContact } from "@candor/text/mask-contact";
import type { CallReply } from "@candor/wire/calls";
import { type Outcome, rejectFields } from "@candor/wire/rejection";
import { invitationUrl } from "../../../people/identity/invitation-url.ts";
import type { User } from "../../../people/identity/user-and-session.ts";
import { BAD_CURSOR, readCursor, writeCursor } from "../../../records/projections/queries/cursor.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { MIN_SEQ_WAIT_MS } from "./min-seq-wait.ts";
import { miningAsset } from "./mining-asset.ts";

const LIST = "team";
const RATE_SCALE = 6;

/**
 * Returns referred friends, newest first: the identity the inviter may see, and what their trading fees have earned.
 */
export function team(ports: Ports<"engine" | "identity" | "listings" | "readModels">): CallHandler<"team"> {
  const { engine, identity, listings, readModels } = ports;
  return async ({ cursor, limit, minSeq }, context): Promise<Outcome<CallReply<"team">>> => {
    const userId = userOf(context);
    const after = readCursor(LIST, { userId }, cursor);
    if (after === BAD_CURSOR)
      return rejectFields("request.parameterError", { path: "cursor", reason: "conflict" });
    if (minSeq !== undefined) await readModels.waitFor(minSeq, MIN_SEQ_WAIT_MS);
    const asOfSeq = readModels.reachedSeq;
    const user = identity.user(userId);
    if (user === undefined) throw new Error(`session of unknown user ${userId}`);
    const friends = identity.friendsOf(userId).toReversed();
    const left = after === undefined ? friends : friends.filter((friend) => friend.userId < after[1]);
    const shown = left.slice(0, limit);
    const [total, contributions, exchange] = await Promise.all([
      readModels.referralTotal(userId),
      readModels.referralContributions(
        userId,
        shown.map((friend) => friend.userId),
      ),
      engine.exchangeView(),
    ]);
    const { scale } = miningAsset(listings).spec;
    const last = shown.at(-1);
    return {
      invitationCode: user.invitationCode,
      inviteUrl: invitationUrl(user.invitationCode),
      size: friends.length,
      contribution: formatDecimal(total, scale),
      referralRate: formatDecimal(exchange.referralRatePpm, RATE_SCALE),
      list: shown.map((friend) => ({
        username: maskedName(friend),
        joinedAtMs: friend.createdAtMs,
        contribution: formatDecimal(contributions.get(friend.userId) ?? 0, scale),
      })),
      nextCursor:
        left.length > shown.length && last !== undefined
          ? writeCursor(LIST, { userId }, [0, last.userId])
          : null,
      asOfSeq,
    };
  };
}

/** Enough to recognize a friend: `a***e`, without the mail domain. */
function maskedName({ username, email, phone }: User): string {
  if (phone !== null && username === null && email === null) return maskContact(phone);
  const name = Array.from(username ?? email?.slice(0, email.indexOf("@")) ?? "");
  return `${name[0] ?? ""}***${name.length > 3 ? name.at(-1) : ""}`;
}
