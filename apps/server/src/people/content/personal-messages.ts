import type { Language } from "@candor/domain/enumerations";

/** What only one user is told: an order, a deposit, a login. */
export interface PersonalMessage {
  readonly id: string;
  readonly title: string;
  /** One line; plain text. */
  readonly summary: string;
  /** Plain text, lines parted by line feeds. */
  readonly text: string;
  readonly timeMs: number;
  readonly read: boolean;
}

/** Where a page of messages ended. */
export interface MessagePosition {
  readonly timeMs: number;
  readonly id: string;
}

/** Users' own messages, for `/Index/message` (kind `personal`) beside bulletins and notices. */
export interface PersonalMessages {
  /** Newest first, ties by id descending, at most `limit`, those behind `after`. */
  list(
    userId: number,
    language: Language,
    page: { readonly after: MessagePosition | undefined; readonly limit: number },
  ): readonly PersonalMessage[];
  /** undefined: there is none, or it is another user's. */
  find(userId: number, language: Language, id: string): PersonalMessage | undefined;
  unread(userId: number): number;
  /** Resolves when it is on disk. Unknown ids change nothing. */
  markRead(userId: number, id: string): Promise<void>;
}

/** Of a site that tells nobody anything by themselves. */
export const NO_PERSONAL_MESSAGES: PersonalMessages = {
  list: () => [],
  find: () => undefined,
  unread: () => 0,
  markRead: () => Promise.resolve(),
};
