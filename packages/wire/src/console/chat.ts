/** A user's conversation as listed in the inbox. */
export interface InboxConversation {
  readonly userId: number;
  /** The user's name or contact, masked. */
  readonly name: string;
  /** The newest message; null for a picture without text. */
  readonly lastText: string | null;
  readonly lastFrom: "user" | "support";
  readonly lastAtMs: number;
  readonly messages: number;
  /** When the user started waiting for an answer; null if not waiting. */
  readonly waitingSinceMs: number | null;
}

/** Position where a page of the inbox ends. */
export interface InboxPlace {
  readonly isWaiting: boolean;
  /** When the wait started; otherwise the time of the last message. */
  readonly timeMs: number;
  readonly userId: number;
}

/** A page of the inbox: waiting users first, longest waiting first; then, if requested, all others, newest first. */
export interface InboxPage {
  readonly list: readonly InboxConversation[];
  /** Number of conversations waiting for an answer. */
  readonly waiting: number;
  /** Number of conversations on all pages. */
  readonly total: number;
  /** Position after which the next page starts; null on the last page. */
  readonly next: InboxPlace | null;
}

export interface ConsoleChatMessage {
  /** Within the conversation, starting at 1. */
  readonly number: number;
  readonly from: "user" | "support";
  /** The operator who answered. */
  readonly operator: string | null;
  readonly text: string | null;
  /** URL of the picture, valid for 15 minutes. */
  readonly imageUrl: string | null;
  readonly timeMs: number;
}

/** The newest messages of a conversation, oldest first (`chat show`). */
export interface ConsoleConversation {
  readonly userId: number;
  readonly name: string;
  readonly messages: readonly ConsoleChatMessage[];
}
