import { createHmac, timingSafeEqual } from "node:crypto";
import type { SealingKey } from "../../../kit/durable/sealed-value.ts";
import { networkOf } from "../../../kit/limits/network-of.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import type { KnownPlace } from "../identity-records.ts";
import type { IdentityStore } from "../identity-store.ts";
import { isTokenForm, randomToken, tokenHash } from "../random-codes.ts";
import type { User } from "../user-and-session.ts";

/** 128 bits, base64url. */
const SIGNATURE_LENGTH = 22;

/**
 * Devices and networks that have logged in to an account before. Strangers' wrong attempts never count against them. A
 * device sends a token issued at its first login; the token serves all accounts on the device, grants no access, and is
 * stored as a hash. Networks are stored as keyed hashes, so that the journal does not reveal users' locations.
 */
export class KnownPlaces {
  private readonly store: IdentityStore;
  private readonly nowMs: () => number;
  private readonly signingKey: Uint8Array;
  private readonly networkKey: Uint8Array;

  constructor(store: IdentityStore, sealing: SealingKey, nowMs: () => number) {
    this.store = store;
    this.nowMs = nowMs;
    this.signingKey = sealing.derive("device tokens");
    this.networkKey = sealing.derive("networks of logins");
  }

  /** Returns whether this server issued the token, for any account. */
  isIssued(token: string | undefined): token is string {
    if (token === undefined) return false;
    const random = token.slice(0, -SIGNATURE_LENGTH);
    if (!isTokenForm(random)) return false;
    const signature = Buffer.from(token.slice(-SIGNATURE_LENGTH));
    const expected = Buffer.from(this.signatureOf(random));
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  }

  /**
   * Returns the hash of a device that has logged in to the account before, or `undefined` if it has not, or too long
   * ago.
   */
  deviceOf(user: Pick<User, "knownDevices">, token: string | undefined): string | undefined {
    if (user.knownDevices.length === 0 || !this.isIssued(token)) return undefined;
    const hash = tokenHash(token);
    return isRecent(user.knownDevices, hash, this.nowMs() - IDENTITY_LIMITS.knownDeviceMs) ? hash : undefined;
  }

  isKnownNetwork(user: Pick<User, "knownNetworks">, address: string): boolean {
    if (user.knownNetworks.length === 0) return false;
    const sinceMs = this.nowMs() - IDENTITY_LIMITS.knownNetworkMs;
    return isRecent(user.knownNetworks, this.networkHash(address), sinceMs);
  }

  /**
   * Remembers the device and network of an account's owner after they proved their identity.
   * @param shown the token that the device already has
   * @returns the device's token
   */
  async remember(user: User, shown: string | undefined, address: string): Promise<string> {
    const token = this.isIssued(shown) ? shown : this.newToken();
    const atMs = this.nowMs();
    const device = tokenHash(token);
    const network = this.networkHash(address);
    const freshSinceMs = atMs - IDENTITY_LIMITS.knownPlaceStepMs;
    const isFresh =
      isRecent(user.knownDevices, device, freshSinceMs) &&
      isRecent(user.knownNetworks, network, freshSinceMs);
    if (!isFresh)
      await this.store.commit({ type: "place-known", userId: user.userId, atMs, device, network });
    return token;
  }

  private newToken(): string {
    const random = randomToken();
    return random + this.signatureOf(random);
  }

  private signatureOf(random: string): string {
    return createHmac("sha256", this.signingKey)
      .update(random)
      .digest("base64url")
      .slice(0, SIGNATURE_LENGTH);
  }

  networkHash(address: string): string {
    return createHmac("sha256", this.networkKey).update(networkOf(address)).digest("base64url");
  }
}

const isRecent = (places: readonly KnownPlace[], hash: string, sinceMs: number): boolean =>
  places.some((place) => place.hash === hash && place.atMs > sinceMs);
