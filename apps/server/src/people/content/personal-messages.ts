import type { Language } from "@candor/domain/enumerations";

/** A message for one user: an order, a deposit, a login. */
export interface PersonalMessage {
  readonly id: string;
  readonly title: string;
  /** One line; plain text. */
  readonly summary: string;
  /** Plain text, lines separated by line feeds. */
  readonly text: string;
  readonly timeMs: number;
  readonly read: boolean;
}

/** End of a page of messages. */
export interface MessagePosition {
  readonly timeMs: number;
  readonly id: string;
}

/** Users' own messages, for `/Index/message` (kind `personal`) in addition to bulletins and notices. */
export interface PersonalMessages {
  /** Returns up to `limit` messages after `after`. Newest first, ties by id descending. */
  list(
    userId: number,
    language: Language,
    page: { readonly after: MessagePosition | undefined; readonly limit: number },
  ): readonly PersonalMessage[];
  /** Returns undefined when there is none, or it belongs to another user. */
  find(userId: number, language: Language, id: string): PersonalMessage | undefined;
  unread(userId: number): number;
  /** Marks a message as read. Resolves once it is durable. Ignores unknown ids. */
  markRead(userId: number, id: string): Promise<void>;
}
