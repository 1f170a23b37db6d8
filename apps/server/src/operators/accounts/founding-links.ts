import { timingSafeEqual } from "node:crypto";
import { randomToken, tokenHash } from "../../people/identity/random-codes.ts";
import type { OperatorAccount } from "./operator-account.ts";

export const LINK_LIFETIME_MS = 24 * 3_600_000;
/** Any decision about money needs two people, so the exchange starts with two. */
export const FOUNDERS = 2;

/** A one-time link. */
export interface SignUpLink {
  /** `/console/#/join/…`, appended to the site's address. */
  readonly path: string;
  readonly expiresAtMs: number;
}

type LinkFields = Pick<OperatorAccount, "linkHash" | "linkExpiresAtMs">;

export function newLink(nowMs: number): { readonly link: SignUpLink; readonly fields: LinkFields } {
  const token = randomToken();
  const expiresAtMs = nowMs + LINK_LIFETIME_MS;
  return {
    link: { path: `/console/#/join/${token}`, expiresAtMs },
    fields: { linkHash: tokenHash(token), linkExpiresAtMs: expiresAtMs },
  };
}

/** Returns whether the token with this hash opens the link. */
export function opens({ linkHash, linkExpiresAtMs }: LinkFields, hash: string, nowMs: number): boolean {
  return (
    linkHash !== null &&
    linkExpiresAtMs > nowMs &&
    linkHash.length === hash.length &&
    timingSafeEqual(Buffer.from(linkHash), Buffer.from(hash))
  );
}

/** Links with which the first owners sign up: in memory, created by a start that finds fewer than two. */
export class FoundingLinks {
  private links: readonly LinkFields[] = [];
  private readonly nowMs: () => number;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  renew(count: number): readonly SignUpLink[] {
    const made = Array.from({ length: count }, () => newLink(this.nowMs()));
    this.links = made.map(({ fields }) => fields);
    return made.map(({ link }) => link);
  }

  has(hash: string): boolean {
    return this.links.some((link) => opens(link, hash, this.nowMs()));
  }

  use(hash: string): void {
    this.links = this.links.filter((link) => !opens(link, hash, this.nowMs()));
  }
}
