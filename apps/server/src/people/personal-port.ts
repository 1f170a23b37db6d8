import type { Language } from "@candor/domain/enumerations";

/** A message for one user that is not in the exchange's journal. */
export interface PersonalPush {
  readonly userId: number;
  readonly type: "chat" | "notice";
  /** Data in a given language, without `asOfSeq`, which the socket adds. */
  readonly data: (language: Language) => { readonly timeMs: number };
}

export interface PersonalPort {
  /** Returns a function that unsubscribes. */
  subscribe(listener: (push: PersonalPush) => void): () => void;
}
