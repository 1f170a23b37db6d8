import type { RecordedState } from "../../kit/durable/record-store.ts";
import { unknownRecord } from "../../kit/durable/unknown-record.ts";
import { CHAT_LIMITS } from "./chat-limits.ts";
import type { ChatRecord, ConversationClosed, Said } from "./chat-records.ts";
import type { DeskHours } from "./desk-hours.ts";

/** One user's conversation. */
export interface Conversation {
  readonly userId: number;
  /** Oldest first. */
  readonly messages: readonly Said[];
  /** Number of the last answer the user has read. */
  readonly readUpTo: number;
  /** The last closing. A later message reopens the conversation. */
  readonly closed: ConversationClosed | undefined;
  /** The first message since the last answer and closing; undefined if none is waiting. */
  readonly waiting: Said | undefined;
}

interface Growing extends Conversation {
  messages: Said[];
  readUpTo: number;
  closed: ConversationClosed | undefined;
  waiting: Said | undefined;
}

/** All conversations, the most recently active last. */
export class ChatState implements RecordedState<ChatRecord> {
  outdated = 0;
  hours: DeskHours | null = null;
  private readonly byUser = new Map<number, Growing>();

  of(userId: number): Conversation | undefined {
    return this.byUser.get(userId);
  }

  all(): Iterable<Conversation> {
    return this.byUser.values();
  }

  apply(record: ChatRecord): void {
    switch (record.type) {
      case "said":
        this.say(record);
        return;
      case "read": {
        const conversation = this.byUser.get(record.userId);
        if (conversation === undefined) return;
        if (conversation.readUpTo > 0) this.outdated++;
        conversation.readUpTo = record.upTo;
        return;
      }
      case "closed": {
        const conversation = this.byUser.get(record.userId);
        if (conversation === undefined) return;
        if (conversation.closed !== undefined) this.outdated++;
        conversation.closed = record;
        conversation.waiting = firstUnsettled(conversation);
        return;
      }
      case "hours":
        this.outdated++;
        this.hours = record.hours;
        return;
      case "forgotten":
        this.outdated += 1 + (this.byUser.get(record.userId)?.messages.length ?? 0);
        this.byUser.delete(record.userId);
        return;
      default:
        unknownRecord("chat", record);
    }
  }

  *dump(): Generator<ChatRecord> {
    if (this.hours !== null) yield { type: "hours", hours: this.hours };
    for (const { userId, messages, readUpTo, closed } of this.byUser.values()) {
      yield* messages;
      if (readUpTo > 0) yield { type: "read", userId, upTo: readUpTo };
      if (closed !== undefined) yield closed;
    }
  }

  rewritten(): void {
    this.outdated = 0;
  }

  private say(said: Said): void {
    const { userId } = said;
    const conversation = this.byUser.get(userId) ?? newConversation(userId);
    this.byUser.delete(userId);
    this.byUser.set(userId, conversation);
    conversation.messages.push(said);
    if (said.from === "support") conversation.waiting = undefined;
    else conversation.waiting ??= said;
    const surplus = conversation.messages.length - CHAT_LIMITS.keptMessages;
    if (surplus <= 0) return;
    conversation.messages.splice(0, surplus);
    this.outdated += surplus;
    if (conversation.waiting !== undefined) conversation.waiting = firstUnsettled(conversation);
  }
}

function newConversation(userId: number): Growing {
  return { userId, messages: [], readUpTo: 0, closed: undefined, waiting: undefined };
}

function firstUnsettled({ messages, closed }: Conversation): Said | undefined {
  const answered = messages.findLast(({ from }) => from === "support")?.number ?? 0;
  const settled = Math.max(answered, closed?.upTo ?? 0);
  return messages.find(({ number }) => number > settled);
}
