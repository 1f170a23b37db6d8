import { randomBytes } from "node:crypto";
import { type Outcome, reject, rejectFields } from "@candor/wire/rejection";
import type { KeyedRequest, Site } from "./withdrawal-records.ts";
import { MAX_SITES, NEW_SITE_LOCK_MS } from "./withdrawal-rules.ts";
import type { WithdrawalStore } from "./withdrawal-service.ts";

const SITE_ID_BYTES = 12;

export interface NewSite {
  readonly userId: number;
  readonly chain: string;
  readonly address: string;
  readonly label: string;
  readonly bound: boolean;
}

/** The users' withdrawal address books. */
export class AddressBook {
  private readonly store: WithdrawalStore;
  private readonly mode: "sandbox" | "live";

  constructor(store: WithdrawalStore, mode: "sandbox" | "live") {
    this.store = store;
    this.mode = mode;
  }

  /** In live mode, withdrawals go only to addresses in the book that are at least 24 hours old. */
  get isOnlySource(): boolean {
    return this.mode === "live";
  }

  /** Oldest first. */
  sites(userId: number): readonly Site[] {
    return this.store.state.sites(userId);
  }

  boundSite(userId: number, chain: string): Site | undefined {
    return this.store.state.boundSite(userId, chain);
  }

  find(userId: number, chain: string, address: string): Site | undefined {
    return this.sites(userId).find((site) => site.chain === chain && isSameAddress(site.address, address));
  }

  /** Rejects 136 if the chain's withdrawals are bound to another address. */
  refusalOf(userId: number, chain: string, address: string): Outcome<undefined> {
    const bound = this.boundSite(userId, chain);
    return bound === undefined || isSameAddress(bound.address, address)
      ? undefined
      : reject("withdrawal.addressBound");
  }

  /** Adds an address, or relabels an existing one; a binding stays. Rejections: 136, and 111 if the book is full. */
  async add(site: NewSite, nowMs: number, request?: KeyedRequest): Promise<Outcome<Site>> {
    const { userId, chain, address } = site;
    const refused = this.refusalOf(userId, chain, address);
    if (refused !== undefined) return refused;
    const present = this.find(userId, chain, address);
    if (present === undefined && this.sites(userId).length >= MAX_SITES)
      return rejectFields("request.parameterError", { path: "address", reason: "range" });
    const kept: Site =
      present === undefined
        ? {
            ...site,
            siteId: `s-${randomBytes(SITE_ID_BYTES).toString("base64url")}`,
            usableAtMs: this.mode === "live" ? nowMs + NEW_SITE_LOCK_MS : nowMs,
            createdAtMs: nowMs,
          }
        : { ...present, label: site.label, bound: present.bound || site.bound };
    await this.store.commit({ type: "site-kept", site: kept, ...(request && { request }) });
    return kept;
  }

  /** Rejections: 320, 136 (bound). */
  async remove(userId: number, siteId: string, request?: KeyedRequest): Promise<Outcome<string>> {
    const site = this.sites(userId).find((each) => each.siteId === siteId);
    if (site === undefined) return reject("request.unknownId");
    if (site.bound) return reject("withdrawal.addressBound");
    await this.store.commit({ type: "site-removed", userId, siteId, ...(request && { request }) });
    return siteId;
  }

  /** Erases the addresses of a closed account; resolves once they are also erased on disk. */
  async forget(userId: number): Promise<void> {
    await this.store.commit({ type: "forgotten", userId });
    await this.store.rewriteNow();
  }

  /** Finds any user's address by its id. */
  site(siteId: string): Site | undefined {
    return this.store.state.site(siteId);
  }

  /**
   * Removes the binding of a chain's address, after customer service has checked the user's identity; returns false if
   * there is none.
   */
  async unbind(siteId: string): Promise<boolean> {
    const site = this.site(siteId);
    if (site?.bound !== true) return false;
    await this.store.commit({ type: "site-kept", site: { ...site, bound: false } });
    return true;
  }
}

/** The letter case of an address only encodes its checksum. */
function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
