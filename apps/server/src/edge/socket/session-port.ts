import type { Language } from "@candor/domain/enumerations";

/** What the socket needs of identity, and all that it may know of it. */
export interface SocketSession {
  readonly sessionId: string;
  readonly userId: number;
  /** Use may prolong it. */
  readonly expiresAtMs: number;
}

export interface SessionPort {
  /** The live session of a token; undefined when it is unknown, expired or revoked, or its user is banned. */
  sessionByToken(token: string): Promise<SocketSession | undefined> | SocketSession | undefined;
  /** What a user chose to be spoken to in; null: nothing. */
  language(userId: number): Language | null;
  /** Called when a session ends before its time: logout, revocation, a new password, a ban. */
  onSessionEnded(listener: (ended: EndedSession) => void): () => void;
}

export interface EndedSession {
  readonly sessionId: string;
  readonly userId: number;
  /** A banned user's connections are closed; other sessions only lose their private channels. */
  readonly banned: boolean;
}
