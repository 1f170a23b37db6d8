import { DOCUMENTS, safeStorage } from "../../state/safe-storage.ts";

/** Owner of what a visitor sets. */
export const VISITOR = "";

/** A document on this device. */
export interface DocumentCopy {
  /** JSON; `undefined` if there is none. */
  readonly value: unknown;
  /** The account's version that it is based on; 0 for none. */
  readonly version: number;
  /** Whether the account does not have this value yet. */
  readonly isUnsaved: boolean;
}

export const NO_COPY: DocumentCopy = { value: undefined, version: 0, isUnsaved: false };

const keyOf = (owner: string, name: string): string => `${DOCUMENTS}${owner}:${name}`;

/** Returns the name of the owner's document that a storage key belongs to, or `undefined` if it is no such key. */
export function nameOfKey(key: string | null, owner: string): string | undefined {
  const prefix = keyOf(owner, "");
  return key?.startsWith(prefix) === true ? key.slice(prefix.length) : undefined;
}

/** Returns the device's copy of a document. Broken ones count as absent. */
export function readCopy(owner: string, name: string): DocumentCopy {
  const kept = JSON.parse((safeStorage.getItem(keyOf(owner, name)) as string | null) ?? "null") as unknown;
  if (typeof kept !== "object" || kept === null) return NO_COPY;
  const { value, version, isUnsaved } = kept as Partial<Record<keyof DocumentCopy, unknown>>;
  if (typeof version !== "number") return NO_COPY;
  return { value, version, isUnsaved: isUnsaved === true };
}

/** Keeps a copy, or removes it if it says no more than its absence does. */
export function writeCopy(owner: string, name: string, copy: DocumentCopy): void {
  const { value, isUnsaved } = copy;
  if (value === undefined && !isUnsaved) safeStorage.removeItem(keyOf(owner, name));
  else safeStorage.setItem(keyOf(owner, name), JSON.stringify(copy));
}
