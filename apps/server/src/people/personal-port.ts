import type { Language } from "@candor/domain/enumerations";
import type { ServerMessageData } from "@candor/wire/socket/server-messages";

/** A message for one user that is not in the exchange's journal. */
export type PersonalPush = PushOf<"chat"> | PushOf<"notice">;

export interface PushOf<Type extends "chat" | "notice"> {
  readonly userId: number;
  readonly type: Type;
  /** Data in a given language, without `asOfSeq`, which the socket adds. */
  readonly data: (language: Language) => Omit<ServerMessageData<Type>, "asOfSeq">;
}

export interface PersonalPort {
  /** Returns a function that unsubscribes. */
  subscribe(listener: (push: PersonalPush) => void): () => void;
}
