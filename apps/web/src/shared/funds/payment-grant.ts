import type { CallReply } from "@candor/wire/calls";
import { socket } from "../../shell/services/services.ts";
import { appState } from "../../state/app-store.ts";

type Grant = NonNullable<CallReply<"transfer">["grant"]>;

/** A grant about to expire is not used: the request would arrive too late. */
const SPARE_MS = 3_000;

interface CurrentGrant extends Grant {
  /** Session in which the payment password was entered. */
  readonly session: string;
}

/** Kept in this tab's memory, never in storage. The server validates it. */
let held: CurrentGrant | undefined;

export function storeGrant(grant: Grant | undefined): void {
  held = grant && { ...grant, session: appState().token };
}

/** Returns the grant that replaces the payment password in transfers, if valid. */
export function currentGrant(): Grant | undefined {
  const isGood =
    held !== undefined && held.session === appState().token && held.untilMs - SPARE_MS > socket.clock.now();
  if (!isGood) held = undefined;
  return held;
}

export function dropGrant(): void {
  held = undefined;
}
