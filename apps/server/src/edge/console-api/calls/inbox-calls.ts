import type { InboxPage } from "@candor/wire/console/chat";
import { z } from "zod";
import { inboxConversation } from "../../../operators/desk/inbox-conversation.ts";
import { COMMAND_ROLES } from "../../../operators/protocol/roles.ts";
import { consoleCall } from "../console-call.ts";

const MAX_ROWS = 200;
const place = z.strictObject({ isWaiting: z.boolean(), timeMs: z.int(), userId: z.int() });

export const inboxCalls = {
  /** Returns a page of customer service conversations and the number of waiting ones. */
  inbox: consoleCall({
    roles: COMMAND_ROLES["chat list"],
    input: z.strictObject({
      which: z.enum(["waiting", "all"]).default("waiting"),
      limit: z.int().min(0).max(MAX_ROWS).default(100),
      after: place.optional(),
    }),
    handle: (question, { ports: { exchange } }): InboxPage => {
      const { rows, ...rest } = exchange.chat.inbox(question);
      return { ...rest, list: rows.map((row) => inboxConversation(row, exchange.identity.user(row.userId))) };
    },
  }),
} as const;
