import { z } from "zod";
import { defineCall, HISTORY_WEIGHT } from "./call.ts";
import { amount, count, MIN_SEQ, milliseconds, nextCursor, PAGE, rate, seq, url } from "./primitives.ts";

export const TEAM_CALLS = {
  team: defineCall({
    call: "POST /user/team",
    marks: "L R user +",
    group: "Session and identity",
    summary: "The users the caller has invited, and the commission from their trading fees.",
    weight: HISTORY_WEIGHT,
    request: z.object({ ...PAGE, ...MIN_SEQ }),
    reply: z.strictObject({
      invitationCode: z.string(),
      inviteUrl: url,
      size: count,
      contribution: amount.meta({ description: "USDT received so far, at the prices of each time." }),
      referralRate: rate.meta({ description: "The inviter's share of trading fees; one level." }),
      list: z
        .array(
          z.strictObject({
            username: z.string().meta({ description: "Masked." }),
            joinedAtMs: milliseconds,
            contribution: amount,
          }),
        )
        .meta({ description: "Newest first." }),
      nextCursor,
      asOfSeq: seq,
    }),
    rejects: ["request.parameterError"],
  }),
} as const;
