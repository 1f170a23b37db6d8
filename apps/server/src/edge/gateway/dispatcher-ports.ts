import type { Language, SessionEnd } from "@candor/domain/enumerations";
import type { ClosingGate } from "../../people/closing/closing-gate.ts";
import type { LiveSession } from "../../people/identity/session-register.ts";
import type { User } from "../../people/identity/user-and-session.ts";
import type { Uploads } from "../../people/uploads/uploads.ts";
import type { Ports } from "./dependencies.ts";

/** What the dispatcher reads of a user. */
export type CallerFacts = Pick<User, "userId" | "kind" | "banned" | "frozenByOwner">;

/** What the dispatcher asks about callers; it must answer at once. */
export interface CallerPort {
  /**
   * Makes the answers about a token current, where they are a copy.
   * @returns `undefined` if they are; otherwise they are for the turn of the event loop in which the promise resolves
   */
  refresh?(token: string): Promise<void> | undefined;
  session(token: string): LiveSession | undefined;
  user(userId: number): CallerFacts | undefined;
  language(userId: number): Language | null;
  issuedDevice(token: string): string | undefined;
  whySessionEnded(token: string): SessionEnd | undefined;
}

export interface DispatcherPorts extends Ports<"engineReady" | "log" | "site"> {
  readonly identity: CallerPort;
  readonly closing: { readonly gate: Pick<ClosingGate, "count" | "isShut"> };
  /** Absent where no uploads are taken. */
  readonly uploads?: Pick<Uploads, "admit">;
}
