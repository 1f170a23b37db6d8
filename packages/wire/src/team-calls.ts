import { z } from "zod";
import { defineCall, HISTORY_WEIGHT } from "./call.ts";
import { amount, count, MIN_SEQ, milliseconds, nextCursor, PAGE, rate, seq, url } from "./primitives.ts";

export const TEAM_CALLS = {
  team: defineCall({
    call: "POST /user/team",
    marks: "L R user +",
    group: "Session and identity",
    summary: "Whom the caller has invited, and what their trading fees have brought.",
    weight: HISTORY_WEIGHT,
    request: z.object({ ...PAGE, ...MIN_SEQ }),
    reply: z.strictObject({
      invitationCode: z.string(),
      inviteUrl: url,
      size: count,
      contribution: amount.meta({ description: "USDT received so far, at the prices of the moment." }),
      referralRate: rate.meta({ description: "The share of trading fees that an inviter gets; one level." }),
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
