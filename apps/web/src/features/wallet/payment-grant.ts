import type { CallReply } from "@candor/wire/calls";
import { socket } from "../../shell/services.ts";
import { appState } from "../../state/app-store.ts";

type Grant = NonNullable<CallReply<"transfer">["grant"]>;

/** What is about to end is not used: the request would arrive too late. */
const SPARE_MS = 3_000;

interface HeldGrant extends Grant {
  /** The session that typed the payment password. */
  readonly session: string;
}

/** In this tab's memory alone: never in storage, gone with the page. The server judges whether it counts. */
let held: HeldGrant | undefined;

export function keepGrant(grant: Grant | undefined): void {
  held = grant && { ...grant, session: appState().token };
}

/** What replaces the payment password in transfers right now. */
export function heldGrant(): Grant | undefined {
  const isGood =
    held !== undefined && held.session === appState().token && held.untilMs - SPARE_MS > socket.clock.now();
  if (!isGood) held = undefined;
  return held;
}

export function dropGrant(): void {
  held = undefined;
}
