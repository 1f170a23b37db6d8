import type { CallReply } from "@candor/wire/calls";
import { ApiError } from "../../data/api-error.ts";
import { readLock } from "../../state/lock-record.ts";
import { api } from "../services/services.ts";
import { withPasskeysLeft } from "./lock-rules.ts";
import { setLock } from "./lock-store.ts";

/** "unchecked": without a reply of the server. */
export type PasskeyCheck = "current" | "removed" | "unchecked";

/** Removes the passkey from this device's lock if the account, which has the listed ones, no longer has it. */
export function dropRemovedPasskey(list: CallReply<"passkey">["list"]): void {
  const record = readLock();
  if (record === null || list === undefined) return;
  const left = withPasskeysLeft(
    record,
    list.map(({ credentialId }) => credentialId),
  );
  if (left !== record) setLock(left);
}

/**
 * Asks the server whether the account still has the passkey of this device's lock; the lock forgets a removed one. The
 * owner may have removed it on another device.
 */
export async function checkLockPasskey(): Promise<PasskeyCheck> {
  const hadPasskey = readLock()?.passkey !== null;
  try {
    const { list } = await api.call("passkey", { action: "list" });
    dropRemovedPasskey(list);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return "unchecked";
  }
  return hadPasskey && readLock()?.passkey === null ? "removed" : "current";
}
