/** A user's conversation as the inbox lists it (`chat list`). */
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
