import type { KeyObject } from "node:crypto";
import { BlockList, isIPv6 } from "node:net";
import { BoundedMap } from "../../../kit/bounded-map.ts";
import type { SealingKey } from "../../../kit/durable/sealed-value.ts";
import { HmacSha256Key } from "../../../kit/hmac-sha256.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import type { ApiKeyPermission, ApiKeyRecord } from "../identity-records.ts";
import type { IdentityStore } from "../identity-store.ts";
import { tokenHash } from "../random-codes.ts";
import type { User } from "../user-and-session.ts";
import { readProgramKey } from "./program-key.ts";

/** An API key, prepared for checking requests. */
export interface LiveApiKey {
  readonly apiKeyId: string;
  readonly userId: number;
  /** Its secret, which signs its requests unless there is a public key. */
  readonly secret: HmacSha256Key;
  /** Public half of the key that the program signs with. */
  readonly publicKey: KeyObject | undefined;
  /** Current permissions. */
  readonly permissions: readonly ApiKeyPermission[];
  /** Returns whether the key may be used from the address. */
  readonly admits: (address: string) => boolean;
  /** Records that the key was used for a request. */
  readonly touch: () => void;
}

/** Revoked API keys. */
export interface EndedApiKeys {
  readonly userId: number;
  readonly apiKeyIds: readonly string[];
}

/** Form of keys, as at Binance; this server's own are hexadecimal. */
const KEY_FORM = /^[A-Za-z0-9]{64}$/;
const REMEMBERED_HASHES = 20_000;

/** Seal context of a secret: it opens only for this key of this user. */
export const apiKeySealContext = (userId: number, apiKeyId: string): string =>
  `API key ${apiKeyId} of ${userId}`;

/** API keys by the hash of what programs send. Only the hash of a key is stored; its secret is sealed on disk. */
export class ApiKeyRegister {
  private readonly store: IdentityStore;
  private readonly sealing: SealingKey;
  private readonly nowMs: () => number;
  /** Cached, because a program sends many requests. */
  private readonly opened = new WeakMap<ApiKeyRecord, LiveApiKey>();
  /** Hashes of keys in use, as of session tokens. Never written anywhere. */
  private readonly hashes = new BoundedMap<string, string>(REMEMBERED_HASHES);
  /** Last uses that are not yet in the journal, by id. */
  private readonly usedAtMs = new Map<string, number>();
  private readonly listeners = new Set<(ended: EndedApiKeys) => void>();

  constructor(store: IdentityStore, sealing: SealingKey, nowMs: () => number) {
    this.store = store;
    this.sealing = sealing;
    this.nowMs = nowMs;
  }

  find(key: string): LiveApiKey | undefined {
    const known = this.hashes.get(key);
    if (known === undefined && !KEY_FORM.test(key)) return undefined;
    const hash = known ?? tokenHash(key);
    const found = this.store.state.apiKey(hash);
    if (found === undefined) return undefined;
    if (known === undefined) this.hashes.set(key, hash);
    const { user, record } = found;
    const opened = this.opened.get(record);
    if (opened !== undefined) return opened;
    const live = this.open(user, record);
    this.opened.set(record, live);
    return live;
  }

  lastUsedAtMs({ apiKeyId, lastUsedAtMs }: ApiKeyRecord): number | null {
    return this.usedAtMs.get(apiKeyId) ?? lastUsedAtMs;
  }

  /** Returns the key's current permissions. */
  permissionsOf(record: ApiKeyRecord): readonly ApiKeyPermission[] {
    return permissionsAt(record, this.nowMs());
  }

  /** Revokes keys of a user; resolves when that is durable. */
  async end({ userId }: User, apiKeyIds: readonly string[]): Promise<void> {
    if (apiKeyIds.length === 0) return;
    const done = this.store.commit({ type: "api-keys-ended", userId, apiKeyIds });
    this.emitEnded({ userId, apiKeyIds });
    await done;
  }

  /** Notifies listeners that keys were removed from the store. */
  emitEnded(ended: EndedApiKeys): void {
    if (ended.apiKeyIds.length === 0) return;
    for (const apiKeyId of ended.apiKeyIds) this.usedAtMs.delete(apiKeyId);
    for (const listener of this.listeners) listener(ended);
  }

  /** Adds a listener for revoked keys. Returns a function that removes it. */
  onEnded(listener: (ended: EndedApiKeys) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private open({ userId }: User, record: ApiKeyRecord): LiveApiKey {
    const { apiKeyId, addresses, publicKey, secret } = record;
    const networks = networksOf(addresses);
    const permissions = () => this.permissionsOf(record);
    return {
      apiKeyId,
      userId,
      secret: new HmacSha256Key(
        secret === "" ? "" : this.sealing.openText(secret, apiKeySealContext(userId, apiKeyId)),
      ),
      publicKey: publicKey === undefined ? undefined : readProgramKey(publicKey),
      get permissions() {
        return permissions();
      },
      admits: (address) => networks === undefined || networks.check(address, familyOf(address)),
      touch: () => this.touch(userId, record),
    };
  }

  /** Writes a key's last use to the journal at most once an hour. */
  private touch(userId: number, { apiKeyId, lastUsedAtMs }: ApiKeyRecord): void {
    const now = this.nowMs();
    this.usedAtMs.set(apiKeyId, now);
    if (lastUsedAtMs !== null && now - lastUsedAtMs < IDENTITY_LIMITS.apiKeySeenStepMs) return;
    // Ignored: after a failed write the store rejects the next important change, and a stale last use is harmless.
    void this.store.commit({ type: "api-key-used", userId, apiKeyId, atMs: now }).catch(() => undefined);
  }
}

/**
 * Returns when a key without addresses stops trading, or `undefined` if it does not. Binance does the same, because a
 * stolen key without addresses can trade from anywhere. Never before its owner was warned.
 */
export function tradeEndsAtMs(key: ApiKeyRecord): number | undefined {
  if (key.addresses.length > 0 || !key.permissions.includes("trade")) return undefined;
  return key.tradeEndsAtMs ?? key.createdAtMs + IDENTITY_LIMITS.openKeyTradesMs;
}

export function permissionsAt(key: ApiKeyRecord, nowMs: number): readonly ApiKeyPermission[] {
  const endsAtMs = tradeEndsAtMs(key);
  const isOver = key.tradeEndsAtMs !== undefined && endsAtMs !== undefined && endsAtMs <= nowMs;
  return isOver ? key.permissions.filter((permission) => permission !== "trade") : key.permissions;
}

const familyOf = (address: string): "ipv4" | "ipv6" => (isIPv6(address) ? "ipv6" : "ipv4");

/** Returns `undefined` for everywhere. */
function networksOf(addresses: readonly string[]): BlockList | undefined {
  if (addresses.length === 0) return undefined;
  const list = new BlockList();
  for (const each of addresses) {
    const [address = "", bits = ""] = each.split("/");
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

/** Formats a single address as a network of one. */
export function asNetwork(address: string): string {
  if (address.includes("/")) return address;
  return `${address}/${familyOf(address) === "ipv6" ? 128 : 32}`;
}
