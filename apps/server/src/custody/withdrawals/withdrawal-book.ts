import { LIMITS } from "@candor/domain/limits";
import type { RecordedState } from "../../kit/durable/record-store.ts";
import { unknownRecord } from "../../kit/durable/unknown-record.ts";
import type {
  AddressUse,
  KeyedRequest,
  Site,
  WithdrawalDecided,
  WithdrawalHold,
  WithdrawalRecord,
  WithdrawalRequested,
} from "./withdrawal-records.ts";
import type { RiskCheck } from "./withdrawal-rules.ts";

/** How long a request counts in the window of the risk rules, and how long its key is kept. */
const RECENT_MS = LIMITS.keyLifetimeMs;

/** A request already answered under its key. */
export interface AnsweredRequest extends KeyedRequest {
  readonly result:
    | { readonly kind: "site"; readonly site: Site }
    | { readonly kind: "removed"; readonly siteId: string }
    | { readonly kind: "withdrawal"; readonly withdrawalId: number };
}

/** Maximum oldest uses kept per address: the first counts, and the next replaces it if it is rejected. */
const MAX_USES = 8;

/** A withdrawal sent, or to be sent, to an address. */
interface Use {
  readonly withdrawalId: number;
  readonly atMs: number;
}

interface Habits {
  /** By `chain address`, oldest first, without rejected ones. */
  readonly uses: Map<string, readonly Use[]>;
  /** The last day's requests, oldest first. */
  recent: WithdrawalRequested[];
}

interface Held {
  readonly request: WithdrawalRequested;
  hold: WithdrawalHold;
}

/** Addresses, usage history, holds and decisions, built from the records so far. */
export class WithdrawalBook implements RecordedState<WithdrawalRecord> {
  /** Number of obsolete records. */
  outdated = 0;
  private readonly sitesByUser = new Map<number, Site[]>();
  private readonly habits = new Map<number, Habits>();
  private readonly held = new Map<number, Held>();
  private readonly decisions = new Map<number, WithdrawalDecided>();
  private readonly answered = new Map<string, AnsweredRequest>();

  /** Oldest first. */
  sites(userId: number): readonly Site[] {
    return this.sitesByUser.get(userId) ?? [];
  }

  /** Finds any user's address by its id. */
  site(siteId: string): Site | undefined {
    for (const sites of this.sitesByUser.values()) {
      const found = sites.find((site) => site.siteId === siteId);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  boundSite(userId: number, chain: string): Site | undefined {
    return this.sites(userId).find((site) => site.bound && site.chain === chain);
  }

  hold(withdrawalId: number): WithdrawalHold | undefined {
    return this.held.get(withdrawalId)?.hold;
  }

  /** Returns the hold at the time of the request. */
  firstHold(withdrawalId: number): WithdrawalHold | undefined {
    return this.held.get(withdrawalId)?.request.hold ?? undefined;
  }

  /** Returns the result of each rule, or `undefined` if it was not held or is no longer known. */
  checks(withdrawalId: number): readonly RiskCheck[] | undefined {
    return this.held.get(withdrawalId)?.request.checks;
  }

  decision(withdrawalId: number): WithdrawalDecided | undefined {
    return this.decisions.get(withdrawalId);
  }

  /** Returns `undefined` if it was never paid to. */
  firstUseMs(userId: number, chain: string, address: string): number | undefined {
    return this.habits.get(userId)?.uses.get(addressKey(chain, address))?.[0]?.atMs;
  }

  /** Returns the user's requests since a given time, oldest first. */
  requestsSince(userId: number, sinceMs: number): readonly WithdrawalRequested[] {
    return this.habits.get(userId)?.recent.filter((request) => request.atMs >= sinceMs) ?? [];
  }

  answeredRequest(userId: number, key: string, nowMs: number): AnsweredRequest | undefined {
    const answered = this.answered.get(`${userId} ${key}`);
    return answered === undefined || answered.untilMs <= nowMs ? undefined : answered;
  }

  apply(record: WithdrawalRecord): void {
    switch (record.type) {
      case "site-kept":
        this.keepSite(record.site);
        this.answer(record.site.userId, record.request, { kind: "site", site: record.site });
        return;
      case "site-removed":
        this.removeSite(record.userId, record.siteId);
        this.answer(record.userId, record.request, { kind: "removed", siteId: record.siteId });
        this.outdated += 2;
        return;
      case "requested":
        this.addRequest(record);
        return;
      case "address-used":
        this.addUse(record);
        return;
      case "hold-changed": {
        const held = this.held.get(record.withdrawalId);
        if (held === undefined) return;
        if (held.hold !== held.request.hold) this.outdated++;
        held.hold = record.hold;
        return;
      }
      case "decided":
        if (this.decisions.has(record.withdrawalId)) this.outdated++;
        this.decisions.set(record.withdrawalId, record);
        if (record.decision === "refused") this.forgetUse(record.withdrawalId);
        return;
      case "forgotten":
        this.forget(record.userId);
        return;
      default:
        unknownRecord("funding", record);
    }
  }

  *dump(): Iterable<WithdrawalRecord> {
    for (const sites of this.sitesByUser.values()) {
      for (const site of sites) yield { type: "site-kept", site };
    }
    for (const [userId, { uses, recent }] of this.habits) {
      for (const [key, each] of uses) {
        const [chain = "", address = ""] = key.split(" ");
        for (const use of each) yield { type: "address-used", userId, chain, address, ...use };
      }
      for (const request of recent) {
        if (!this.held.has(request.withdrawalId)) yield request;
      }
    }
    for (const { request, hold } of this.held.values()) {
      yield request;
      if (hold !== request.hold) yield { type: "hold-changed", withdrawalId: request.withdrawalId, hold };
    }
    yield* this.decisions.values();
  }

  private forget(userId: number): void {
    const habits = this.habits.get(userId);
    this.outdated += 1 + this.sites(userId).length + (habits?.uses.size ?? 0) + (habits?.recent.length ?? 0);
    this.sitesByUser.delete(userId);
    this.habits.delete(userId);
    for (const name of this.answered.keys()) if (name.startsWith(`${userId} `)) this.answered.delete(name);
    for (const [withdrawalId, { request }] of this.held)
      if (request.userId === userId) this.held.delete(withdrawalId);
  }

  private keepSite(site: Site): void {
    const sites = this.sitesByUser.get(site.userId) ?? [];
    const at = sites.findIndex(({ siteId }) => siteId === site.siteId);
    if (at < 0) sites.push(site);
    else {
      sites[at] = site;
      this.outdated++;
    }
    this.sitesByUser.set(site.userId, sites);
  }

  private removeSite(userId: number, siteId: string): void {
    const sites = this.sites(userId).filter((site) => site.siteId !== siteId);
    this.sitesByUser.set(userId, sites);
  }

  private addRequest(request: WithdrawalRequested): void {
    const { userId, withdrawalId, atMs } = request;
    this.addUse(request);
    const habits = this.habitsOf(userId);
    const before = habits.recent.length;
    habits.recent = [...habits.recent.filter((earlier) => earlier.atMs > atMs - RECENT_MS), request];
    this.outdated += before + 1 - habits.recent.length;
    if (request.hold !== null) this.held.set(withdrawalId, { request, hold: request.hold });
    this.answer(userId, request.request, { kind: "withdrawal", withdrawalId });
  }

  /** An address whose withdrawal was rejected is as new as before. */
  private forgetUse(withdrawalId: number): void {
    const request = this.held.get(withdrawalId)?.request;
    if (request === undefined) return;
    const { uses } = this.habitsOf(request.userId);
    const key = addressKey(request.chain, request.address);
    const left = (uses.get(key) ?? []).filter((use) => use.withdrawalId !== withdrawalId);
    if (left.length === 0) uses.delete(key);
    else uses.set(key, left);
  }

  private addUse(used: AddressUse): void {
    const { withdrawalId, atMs } = used;
    const { uses } = this.habitsOf(used.userId);
    const key = addressKey(used.chain, used.address);
    const known = (uses.get(key) ?? []).filter((use) => use.withdrawalId !== withdrawalId);
    const all = [...known, { withdrawalId, atMs }].sort((a, b) => a.atMs - b.atMs);
    uses.set(key, all.slice(0, MAX_USES));
  }

  private habitsOf(userId: number): Habits {
    let habits = this.habits.get(userId);
    if (habits === undefined) {
      habits = { uses: new Map(), recent: [] };
      this.habits.set(userId, habits);
    }
    return habits;
  }

  private answer(userId: number, request: KeyedRequest | undefined, result: AnsweredRequest["result"]): void {
    if (request === undefined) return;
    const key = `${userId} ${request.key}`;
    // Moves it to the end, so that expired ones are at the front.
    this.answered.delete(key);
    this.answered.set(key, { ...request, result });
    for (const [oldest, { untilMs }] of this.answered) {
      if (untilMs > request.untilMs - LIMITS.keyLifetimeMs) break;
      this.answered.delete(oldest);
    }
  }
}

const addressKey = (chain: string, address: string): string => `${chain} ${address.toLowerCase()}`;
