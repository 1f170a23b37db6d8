import type { ConsoleChatMessage, ConsoleConversation } from "@candor/wire/console/chat";
import { key, text } from "@candor/wire/primitives";
import { Rejected } from "@candor/wire/rejection";
import { z } from "zod";
import { CHAT_LIMITS } from "../../people/support-chat/chat-limits.ts";
import type { ChatMessage, ChatService } from "../../people/support-chat/chat-service.ts";
import { readDeskHours, writeDeskHours } from "../../people/support-chat/desk-hours.ts";
import {
  type ChannelRequest,
  type OperatorFile,
  type OperatorResult,
  Refusal,
} from "../protocol/operator-messages.ts";
import { findUser } from "./find-user.ts";
import { displayNameOf, inboxConversation } from "./inbox-conversation.ts";
import type { OperatorCommand, PlannedAction } from "./operator-command.ts";
import type { OperatorPorts } from "./operator-ports.ts";
import { timeOf } from "./time-of.ts";

/** Messages shown, from the end of a conversation. */
const SHOWN = 100;
/** Maximum conversations in the list. */
const MAX_ROWS = 200;
const hoursInput = z.strictObject({ hours: z.string().max(40) });
const replyInput = z.strictObject({
  text: text(CHAT_LIMITS.textLength).optional(),
  /** A file in base64; its type is detected from its content. */
  picture: z.base64().optional(),
  /** Created when the operator decides and kept for retries, so that an answer is not sent twice. */
  requestId: key.optional(),
});

type ChatPorts = Pick<OperatorPorts, "chat" | "identity" | "uploads">;

/** Customer service inbox. Messages are only for the user: the audit log has just their numbers. */
export function chatCommands(ports: ChatPorts) {
  const { chat } = ports;
  return {
    "chat list": {
      kind: "read",
      read: ({ flags }) => list(ports, flags.includes("all") ? "all" : "waiting"),
    },
    "chat show": { kind: "read", read: (request) => show(ports, request) },
    "chat reply": { kind: "act", plan: (request) => reply(ports, request) },
    "chat close": { kind: "act", plan: ({ target }) => close(ports, target) },
    "chat desk": { kind: "read", read: () => ({ note: "", rows: [{ hours: hoursOf(chat) }] }) },
    "chat hours": { kind: "act", plan: ({ input }) => setHours(chat, input) },
  } as const satisfies Record<string, OperatorCommand>;
}

function list({ chat, identity }: ChatPorts, which: "waiting" | "all"): OperatorResult {
  const { rows, total } = chat.inbox({ which, limit: MAX_ROWS });
  return {
    note: total > rows.length ? `These are the first ${rows.length} of ${total}.` : "",
    rows: rows
      .map((row) => inboxConversation(row, identity.user(row.userId)))
      .map(({ userId, name, lastFrom, lastAtMs, lastText, waitingSinceMs }) => ({
        user: userId,
        name,
        waitsSince: waitingSinceMs === null ? null : timeOf(waitingSinceMs),
        last: timeOf(lastAtMs),
        from: lastFrom,
        text: lastText,
      })),
  };
}

async function show(
  { chat, identity, uploads }: ChatPorts,
  { target, flags }: ChannelRequest,
): Promise<OperatorResult | Refusal> {
  const user = findUser(identity, target);
  if (user instanceof Refusal) return user;
  const { userId } = user;
  const messages = chat.messages(userId, SHOWN).reverse();
  const data: ConsoleConversation = {
    userId,
    name: displayNameOf(user),
    messages: messages.map(
      ({ number, from, operator, text: said, image, timeMs }): ConsoleChatMessage => ({
        number,
        from,
        operator,
        text: said,
        imageUrl: image === null ? null : uploads.link(image),
        timeMs,
      }),
    ),
  };
  const rows = messages.map(({ number, from, operator, text: said, image, timeMs }) => ({
    number,
    time: timeOf(timeMs),
    from: operator ?? from,
    text: said,
    picture: image !== null,
  }));
  if (!flags.includes("photos")) return { note: "", rows, data };
  return { note: "", rows, data, files: await pictures(uploads, messages) };
}

async function pictures(
  uploads: ChatPorts["uploads"],
  messages: readonly ChatMessage[],
): Promise<OperatorFile[]> {
  const files: OperatorFile[] = [];
  for (const { userId, number, image } of messages) {
    const picture = image === null ? undefined : await uploads.picture(image);
    if (picture !== undefined)
      files.push({ name: `${userId}-${number}.jpg`, base64: picture.bytes.toString("base64") });
  }
  return files;
}

function reply({ chat, identity }: ChatPorts, { target, input }: ChannelRequest): PlannedAction | Refusal {
  const user = findUser(identity, target);
  if (user instanceof Refusal) return user;
  const read = replyInput.safeParse(input);
  const said = read.data?.text?.trim() ?? "";
  const { picture, requestId } = read.data ?? {};
  if (!read.success || (said === "" && picture === undefined))
    return new Refusal(
      `Send a text of at most ${CHAT_LIMITS.textLength} characters, or a picture in base64.`,
    );
  const { userId } = user;
  return {
    target: String(userId),
    before: {},
    act: async (operator) => {
      // Acts run one at a time, so the same one cannot be in progress.
      const content = { text: said === "" ? null : said, hasPicture: picture !== undefined };
      const earlier = chat.replied(userId, requestId, content);
      if (earlier instanceof Rejected)
        return new Refusal("This requestId was already used for a different answer.");
      if (earlier !== undefined)
        return { after: { message: earlier.number }, note: `User ${userId} already has this answer.` };
      const bytes = picture === undefined ? undefined : Buffer.from(picture, "base64");
      const message = await chat.reply(userId, operator, content.text, bytes, requestId);
      if (message === undefined) return new Refusal("This is not a JPEG, PNG or WebP picture.");
      return { after: { message: message.number }, note: `User ${userId} has your answer.` };
    },
  };
}

function close({ chat, identity }: ChatPorts, target: string): PlannedAction | Refusal {
  const user = findUser(identity, target);
  if (user instanceof Refusal) return user;
  const { userId } = user;
  if (!chat.isWaiting(userId)) return new Refusal(`User ${userId} is not waiting for an answer.`);
  return {
    target: String(userId),
    before: { waiting: true },
    act: async (operator) => {
      await chat.closeConversation(userId, operator);
      return { after: { waiting: false }, note: `User ${userId} is no longer waiting for an answer.` };
    },
  };
}

/** "" if no hours are announced. */
const hoursOf = ({ hours }: ChatService): string => (hours === null ? "" : writeDeskHours(hours));

function setHours(chat: ChatService, input: ChannelRequest["input"]): PlannedAction | Refusal {
  const read = hoursInput.safeParse(input);
  const given = read.data?.hours.trim() ?? "";
  const hours = readDeskHours(given);
  if (!read.success || (given !== "" && hours === undefined))
    return new Refusal('Write hours such as "Mon-Fri 08:00-18:00", in UTC, or "" for none.');
  return {
    target: "",
    before: { hours: hoursOf(chat) },
    act: async () => {
      await chat.setHours(hours ?? null);
      const told = hours === undefined ? "" : writeDeskHours(hours);
      return {
        after: { hours: told },
        note: told === "" ? "No hours are announced." : `The hours are ${told} UTC.`,
      };
    },
  };
}
