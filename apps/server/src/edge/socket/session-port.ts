import type { Language } from "@candor/domain/enumerations";

/** The part of identity that the socket may use. */
export interface SocketSession {
  readonly sessionId: string;
  readonly userId: number;
  /** Use may extend it. */
  readonly expiresAtMs: number;
}

export interface SessionPort {
  /**
   * Returns the live session of a token, or `undefined` if it is unknown, expired or revoked, or its user is banned.
   */
  sessionByToken(token: string): Promise<SocketSession | undefined> | SocketSession | undefined;
  /**
   * Makes what the calls know about a token's caller current, where it is a copy.
   * @returns `undefined` if it is; otherwise it is for the turn of the event loop in which the promise resolves
   */
  refresh?(token: string): Promise<void> | undefined;
  /** Returns the user's chosen language; null if there is none. */
  language(userId: number): Language | null;
  /** Adds a listener for sessions that end early: logout, revocation, a new password, a ban. */
  onSessionEnded(listener: (ended: EndedSession) => void): () => void;
}

export interface EndedSession {
  readonly sessionId: string;
  readonly userId: number;
  /** A banned user's connections are closed; other sessions only lose their private channels. */
  readonly banned: boolean;
}
