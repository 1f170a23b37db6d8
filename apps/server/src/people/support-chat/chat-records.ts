import type { DeskHours } from "./desk-hours.ts";

export type ChatSide = "user" | "support";

/** Records of customer service conversations. Texts are always sealed. */
export type ChatRecord =
  | Said
  | { readonly type: "read"; readonly userId: number; readonly upTo: number }
  | ConversationClosed
  | { readonly type: "hours"; readonly hours: DeskHours | null }
  | { readonly type: "forgotten"; readonly userId: number };

export interface Said {
  readonly type: "said";
  readonly userId: number;
  /** Within the conversation, starting at 1. */
  readonly number: number;
  readonly from: ChatSide;
  /** The answering operator. */
  readonly operator: string | null;
  /** The text, sealed with the user's key; null for a picture without text. */
  readonly sealed: string | null;
  /** A reference to an upload in the user's folder. */
  readonly image: string | null;
  /** Strictly increasing within the conversation. */
  readonly timeMs: number;
  /** The client's idempotency key. */
  readonly key: string | null;
}

/** No message up to this one waits for an answer. */
export interface ConversationClosed {
  readonly type: "closed";
  readonly userId: number;
  readonly upTo: number;
  readonly operator: string;
  readonly timeMs: number;
}
