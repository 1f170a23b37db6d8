import type { DeskHours } from "./desk-hours.ts";

export type ChatSide = "user" | "support";

/** What happened in people's conversations with customer service. What was said is only ever here sealed. */
export type ChatRecord =
  | Said
  | { readonly type: "read"; readonly userId: number; readonly upTo: number }
  | ConversationClosed
  | { readonly type: "hours"; readonly hours: DeskHours | null }
  | { readonly type: "forgotten"; readonly userId: number };

export interface Said {
  readonly type: "said";
  readonly userId: number;
  /** From 1, within the conversation. */
  readonly number: number;
  readonly from: ChatSide;
  /** Who answered. */
  readonly operator: string | null;
  /** The text, sealed with the user's key; null: a picture alone. */
  readonly sealed: string | null;
  /** A reference to an upload of the user's folder. */
  readonly image: string | null;
  /** Greater than that of the message before. */
  readonly timeMs: number;
  /** The client's key. */
  readonly key: string | null;
}

/** Nothing up to that message waits for an answer any more. */
export interface ConversationClosed {
  readonly type: "closed";
  readonly userId: number;
  readonly upTo: number;
  readonly operator: string;
  readonly timeMs: number;
}
