/** A user's conversation as the inbox lists it. */
export interface InboxConversation {
  readonly userId: number;
  /** What the user is known by, masked. */
  readonly name: string;
  /** The newest message; null: a picture alone. */
  readonly lastText: string | null;
  readonly lastFrom: "user" | "support";
  readonly lastAtMs: number;
  readonly messages: number;
  /** Since when somebody waits for an answer; null: nobody does. */
  readonly waitingSinceMs: number | null;
}

/** Where a page of the inbox ends. */
export interface InboxPlace {
  readonly isWaiting: boolean;
  /** Since when it waits; else when something was said last. */
  readonly timeMs: number;
  readonly userId: number;
}

/** A page of the inbox: who waits for an answer, the longest first, then, if asked for, all others, the newest first. */
export interface InboxPage {
  readonly list: readonly InboxConversation[];
  /** In how many conversations somebody waits. */
  readonly waiting: number;
  /** How many are listed on all pages. */
  readonly total: number;
  /** What the next page goes on behind; null: this is the last one. */
  readonly next: InboxPlace | null;
}

export interface ConsoleChatMessage {
  /** From 1, within the conversation. */
  readonly number: number;
  readonly from: "user" | "support";
  /** Who of the operators answered. */
  readonly operator: string | null;
  readonly text: string | null;
  /** Shows the picture for 15 minutes. */
  readonly imageUrl: string | null;
  readonly timeMs: number;
}

/** The newest messages of a conversation, oldest first (`chat show`). */
export interface ConsoleConversation {
  readonly userId: number;
  readonly name: string;
  readonly messages: readonly ConsoleChatMessage[];
}
