import { timingSafeEqual } from "node:crypto";
import { randomToken, tokenHash } from "../../people/identity/random-codes.ts";
import type { OperatorAccount } from "./operator-account.ts";

const LINK_LIFETIME_MS = 24 * 3_600_000;
/** Two people are needed to decide anything about money: both begin with the exchange. */
const FOUNDERS = 2;

/** A link that is good once. */
export interface SignUpLink {
  /** `/console/#/join/…`, behind the site's address */
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

/** Whether the token with this hash opens the link. */
export function opens({ linkHash, linkExpiresAtMs }: LinkFields, hash: string, nowMs: number): boolean {
  return (
    linkHash !== null &&
    linkExpiresAtMs > nowMs &&
    linkHash.length === hash.length &&
    timingSafeEqual(Buffer.from(linkHash), Buffer.from(hash))
  );
}

/** The links by which the first owners sign up: in memory, made by a start that finds no owner. */
export class FoundingLinks {
  private links: readonly LinkFields[] = [];
  private readonly nowMs: () => number;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  renew(): readonly SignUpLink[] {
    const made = Array.from({ length: FOUNDERS }, () => newLink(this.nowMs()));
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
