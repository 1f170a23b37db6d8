import { LIMITS } from "@candor/protocol/limits";
import type { RecordedState } from "../durable/record-store.ts";
import type {
  KeyedRequest,
  Site,
  WithdrawalDecided,
  WithdrawalHold,
  WithdrawalRecord,
  WithdrawalRequested,
} from "./withdrawal-records.ts";

/** How long a request counts in the window of the risk rules, and its key is remembered. */
const RECENT_MS = LIMITS.keyLifetimeMs;

/** A request that was answered under its key. */
export interface AnsweredRequest extends KeyedRequest {
  readonly result:
    | { readonly kind: "site"; readonly site: Site }
    | { readonly kind: "removed"; readonly siteId: string }
    | { readonly kind: "withdrawal"; readonly withdrawalId: number };
}

interface Habits {
  /** When each `chain address` was first paid to. */
  readonly firstUse: Map<string, number>;
  /** The last day's requests, oldest first. */
  recent: WithdrawalRequested[];
}

interface Held {
  readonly request: WithdrawalRequested;
  hold: WithdrawalHold;
}

/** Addresses, habits, holds and decisions, as the records so far make them. */
export class WithdrawalBook implements RecordedState<WithdrawalRecord> {
  /** Records that a fresh log would not need any more. */
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

  boundSite(userId: number, chain: string): Site | undefined {
    return this.sites(userId).find((site) => site.bound && site.chain === chain);
  }

  hold(withdrawalId: number): WithdrawalHold | undefined {
    return this.held.get(withdrawalId)?.hold;
  }

  /** The hold that it was requested with. */
  firstHold(withdrawalId: number): WithdrawalHold | undefined {
    return this.held.get(withdrawalId)?.request.hold ?? undefined;
  }

  decision(withdrawalId: number): WithdrawalDecided | undefined {
    return this.decisions.get(withdrawalId);
  }

  /** undefined: never paid to. */
  firstUseMs(userId: number, chain: string, address: string): number | undefined {
    return this.habits.get(userId)?.firstUse.get(addressKey(chain, address));
  }

  /** The user's requests since then, oldest first. */
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
        this.habitsOf(record.userId).firstUse.set(addressKey(record.chain, record.address), record.atMs);
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
        return;
    }
  }

  *dump(): Iterable<WithdrawalRecord> {
    for (const sites of this.sitesByUser.values()) {
      for (const site of sites) yield { type: "site-kept", site };
    }
    for (const [userId, { firstUse, recent }] of this.habits) {
      for (const [key, atMs] of firstUse) {
        const [chain = "", address = ""] = key.split(" ");
        yield { type: "address-used", userId, chain, address, atMs };
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
    const { userId, chain, address, withdrawalId, atMs } = request;
    const habits = this.habitsOf(userId);
    const key = addressKey(chain, address);
    habits.firstUse.set(key, Math.min(habits.firstUse.get(key) ?? atMs, atMs));
    const before = habits.recent.length;
    habits.recent = [...habits.recent.filter((earlier) => earlier.atMs > atMs - RECENT_MS), request];
    this.outdated += before + 1 - habits.recent.length;
    if (request.hold !== null) this.held.set(withdrawalId, { request, hold: request.hold });
    this.answer(userId, request.request, { kind: "withdrawal", withdrawalId });
  }

  private habitsOf(userId: number): Habits {
    let habits = this.habits.get(userId);
    if (habits === undefined) {
      habits = { firstUse: new Map(), recent: [] };
      this.habits.set(userId, habits);
    }
    return habits;
  }

  private answer(userId: number, request: KeyedRequest | undefined, result: AnsweredRequest["result"]): void {
    if (request === undefined) return;
    const key = `${userId} ${request.key}`;
    // Oldest first, so that the expired ones stand in front.
    this.answered.delete(key);
    this.answered.set(key, { ...request, result });
    for (const [oldest, { untilMs }] of this.answered) {
      if (untilMs > request.untilMs - LIMITS.keyLifetimeMs) break;
      this.answered.delete(oldest);
    }
  }
}

const addressKey = (chain: string, address: string): string => `${chain} ${address.toLowerCase()}`;
