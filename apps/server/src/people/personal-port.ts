import type { Language } from "@candor/domain/enumerations";

/** Something for one user that the exchange's journal does not tell. */
export interface PersonalPush {
  readonly userId: number;
  readonly type: "chat" | "notice";
  /** In the words of a language; without `asOfSeq`, which the socket adds. */
  readonly data: (language: Language) => { readonly timeMs: number };
}

export interface PersonalPort {
  /** Returns the way to stop. */
  subscribe(listener: (push: PersonalPush) => void): () => void;
}
