import { type Outcome, reject } from "@candor/wire/rejection";
import { RecordStore } from "../../kit/durable/record-store.ts";
import type { UserKeys } from "../../kit/durable/user-keys.ts";
import type { Uploads } from "../uploads/uploads.ts";
import { CHAT_LIMITS } from "./chat-limits.ts";
import type { ChatRecord, ChatSide, Said } from "./chat-records.ts";
import { ChatState, type Conversation } from "./chat-state.ts";
import type { DeskHours } from "./desk-hours.ts";
import { type InboxQuestion, type InboxSlice, sliceInbox } from "./inbox.ts";

const JOURNAL_NAME = "chat";
/** The call whose keys are stored here, as a conflict names it. */
const SEND_PATH = "/Chat/send";

export interface ChatOptions {
  /** `<CANDOR_HOME>/chat` */
  readonly directory: string;
  readonly keys: UserKeys;
  readonly uploads: Uploads;
  readonly nowMs: () => number;
  readonly onFailure: (error: Error) => void;
}

export interface ChatContent {
  readonly text: string | null;
  /** A reference to an upload in the user's folder. */
  readonly image: string | null;
}

/** A decrypted message. */
export interface ChatMessage extends ChatContent {
  readonly userId: number;
  /** Within the conversation, starting at 1. */
  readonly number: number;
  readonly from: ChatSide;
  readonly operator: string | null;
  readonly timeMs: number;
}

/** A message to send. `image` is the user's own upload of purpose `chat`, or a link to it. */
export interface ChatInput {
  readonly text: string | undefined;
  readonly image: string | undefined;
  readonly key: string | undefined;
}

/** A conversation as the inbox lists it. */
export interface InboxRow {
  readonly userId: number;
  readonly last: ChatMessage;
  readonly messages: number;
  /** Unix milliseconds of the user's first message that was neither answered nor closed; null if none is waiting. */
  readonly waitingSinceMs: number | null;
}

/** A page of the inbox. */
export interface Inbox extends Omit<InboxSlice, "page"> {
  readonly rows: readonly InboxRow[];
}

/**
 * Conversations with customer service, one per user. Messages are durable before listeners are called, in order, and
 * unique per key. Texts and pictures are sealed with the user's key.
 */
export class ChatService {
  private readonly store: RecordStore<ChatRecord, ChatState>;
  private readonly options: ChatOptions;
  private readonly listeners = new Set<(message: ChatMessage) => void>();
  /** Messages with a key that are being written; repetitions await them. */
  private readonly underWay = new Map<string, Promise<void>>();

  private constructor(store: RecordStore<ChatRecord, ChatState>, options: ChatOptions) {
    this.store = store;
    this.options = options;
    options.uploads.keepWhatIsUsed((url, userId) => this.usesImage(userId, url));
  }

  /** Throws the journal's error on a locked or damaged directory. */
  static open(options: ChatOptions): ChatService {
    const isWorth = ({ outdated }: ChatState) => outdated > CHAT_LIMITS.outdatedRecords;
    const store = RecordStore.open<ChatRecord, ChatState>(options.directory, {
      name: JOURNAL_NAME,
      newState: () => new ChatState(),
      worthRewriting: isWorth,
      worthRewritingNow: isWorth,
      nowMs: options.nowMs,
      onFailure: options.onFailure,
    });
    return new ChatService(store, options);
  }

  close(): void {
    this.store.close();
  }

  /** Calls the listener after each durable message, in order. */
  onMessage(listener: (message: ChatMessage) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Stores a user's message. Resolves once it is durable. Rejects 210, 300. */
  async send(
    userId: number,
    words: ChatInput,
  ): Promise<Outcome<{ readonly message: ChatMessage; readonly replayed: boolean }>> {
    const { key } = words;
    const image = words.image === undefined ? null : await this.ownImage(userId, words.image);
    const content: ChatContent = { text: words.text ?? null, image: image ?? null };
    const earlier = key === undefined ? undefined : this.byKey(userId, "user", key);
    if (earlier !== undefined) {
      const said = this.read(earlier);
      if (said.text !== content.text || said.image !== content.image)
        return reject("request.keyConflict", { call: SEND_PATH });
      await this.underWay.get(keyed(userId, key ?? ""));
      return { message: said, replayed: true };
    }
    if (image === undefined) return reject("upload.imageFormat");
    return { message: await this.say(userId, "user", null, content, key ?? null), replayed: false };
  }

  /**
   * Returns the earlier answer with the same key. Pictures are stored differently each time, so only their presence is
   * compared. Returns undefined when there is none. Rejects 300.
   */
  replied(
    userId: number,
    key: string | undefined,
    { text, hasPicture }: { readonly text: string | null; readonly hasPicture: boolean },
  ): Outcome<ChatMessage | undefined> {
    const earlier = key === undefined ? undefined : this.byKey(userId, "support", key);
    if (earlier === undefined) return undefined;
    const said = this.read(earlier);
    return said.text === text && (said.image !== null) === hasPicture
      ? said
      : reject("request.keyConflict", { call: "chat reply" });
  }

  /** Stores an operator's answer. `picture` is the raw file; returns undefined when it is not a picture. */
  async reply(
    userId: number,
    operator: string,
    text: string | null,
    picture?: Uint8Array,
    key?: string,
  ): Promise<ChatMessage | undefined> {
    let image: string | null = null;
    if (picture !== undefined) {
      const kept = await this.options.uploads.keep(userId, "chat", picture);
      if (!("url" in kept)) return undefined;
      image = kept.url;
    }
    return await this.say(userId, "support", operator, { text, image }, key ?? null);
  }

  /** Marks a conversation as not waiting until the user writes again. Returns false when there is no conversation. */
  async closeConversation(userId: number, operator: string): Promise<boolean> {
    const upTo = this.store.state.of(userId)?.messages.at(-1)?.number;
    if (upTo === undefined) return false;
    await this.store.commit({ type: "closed", userId, upTo, operator, timeMs: this.options.nowMs() });
    return true;
  }

  /** Returns messages before number `before`, newest first. */
  messages(userId: number, limit: number, before = Number.POSITIVE_INFINITY): ChatMessage[] {
    const { messages = [] } = this.store.state.of(userId) ?? {};
    const page: ChatMessage[] = [];
    for (let at = messages.length - 1; at >= 0 && page.length < limit; at--) {
      const said = messages[at];
      if (said !== undefined && said.number < before) page.push(this.read(said));
    }
    return page;
  }

  /** Returns the number of answers the user has not read. */
  unread(userId: number): number {
    const conversation = this.store.state.of(userId);
    if (conversation === undefined) return 0;
    const { messages, readUpTo } = conversation;
    return messages.filter(({ from, number }) => from === "support" && number > readUpTo).length;
  }

  /** Marks everything so far as read. Resolves once that is durable. */
  async markRead(userId: number): Promise<void> {
    const upTo = this.store.state.of(userId)?.messages.at(-1)?.number ?? 0;
    if (this.unread(userId) > 0) await this.store.commit({ type: "read", userId, upTo });
  }

  /** Returns a page of waiting conversations, longest waiting first; with `all`, the others follow, newest first. */
  inbox(question: InboxQuestion): Inbox {
    const { page, ...rest } = sliceInbox(this.store.state.all(), question);
    return { ...rest, rows: page.flatMap((conversation) => this.inboxRow(conversation)) };
  }

  /** Whether the user has a message that was neither answered nor closed. */
  isWaiting(userId: number): boolean {
    return this.store.state.of(userId)?.waiting !== undefined;
  }

  /** The service hours; null when none are promised. */
  get hours(): DeskHours | null {
    return this.store.state.hours;
  }

  async setHours(hours: DeskHours | null): Promise<void> {
    await this.store.commit({ type: "hours", hours });
  }

  /** Deletes a user's conversation. Copies in backups become unreadable once the user's key is deleted. */
  async forget(userId: number): Promise<void> {
    await this.store.commit({ type: "forgotten", userId });
    await this.store.rewriteNow();
  }

  private async say(
    userId: number,
    from: ChatSide,
    operator: string | null,
    { text, image }: ChatContent,
    key: string | null,
  ): Promise<ChatMessage> {
    const last = this.store.state.of(userId)?.messages.at(-1);
    const number = (last?.number ?? 0) + 1;
    const timeMs = Math.max(this.options.nowMs(), (last?.timeMs ?? 0) + 1);
    const sealed =
      text === null ? null : this.options.keys.of(userId).sealText(text, contextOf(userId, number));
    const said: Said = { type: "said", userId, number, from, operator, sealed, image, timeMs, key };
    const durable = this.store.commit(said);
    await (key === null || from === "support" ? durable : this.tracked(keyed(userId, key), durable));
    const message: ChatMessage = { userId, number, from, operator, timeMs, text, image };
    for (const listener of this.listeners) listener(message);
    return message;
  }

  private async tracked(name: string, durable: Promise<void>): Promise<void> {
    this.underWay.set(name, durable);
    try {
      await durable;
    } finally {
      this.underWay.delete(name);
    }
  }

  /** Returns the message with a key, while the key is remembered. */
  private byKey(userId: number, side: ChatSide, key: string): Said | undefined {
    const sinceMs = this.options.nowMs() - CHAT_LIMITS.keyLifetimeMs;
    return this.store.state
      .of(userId)
      ?.messages.findLast((said) => said.from === side && said.key === key && said.timeMs > sinceMs);
  }

  private read({ userId, number, from, operator, timeMs, sealed, image }: Said): ChatMessage {
    const text =
      sealed === null ? null : this.options.keys.of(userId).openText(sealed, contextOf(userId, number));
    return { userId, number, from, operator, timeMs, text, image };
  }

  private inboxRow({ userId, messages, waiting }: Conversation): InboxRow[] {
    const last = messages.at(-1);
    if (last === undefined) return [];
    const waitingSinceMs = waiting?.timeMs ?? null;
    return [{ userId, last: this.read(last), messages: messages.length, waitingSinceMs }];
  }

  private async ownImage(userId: number, url: string): Promise<string | undefined> {
    return await this.options.uploads.ownReference(userId, "chat", url);
  }

  private usesImage(userId: number, url: string): boolean {
    const { messages = [] } = this.store.state.of(userId) ?? {};
    return messages.some(({ image }) => image === url);
  }
}

const keyed = (userId: number, key: string): string => `${userId} ${key}`;

const contextOf = (userId: number, number: number): string => `chat ${userId} ${number}`;
