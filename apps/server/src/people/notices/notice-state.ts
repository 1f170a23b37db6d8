import type { NoticeChannel, NoticeKind } from "@candor/domain/notice-kinds";
import type { RecordedState } from "../../kit/durable/record-store.ts";
import { unknownRecord } from "../../kit/durable/unknown-record.ts";
import { NOTICE_LIMITS } from "./notice-limits.ts";
import type { NoticeRecord, PriceAlert, PushDevice, Switched, Told } from "./notice-records.ts";
import { isOnByDefault } from "./notice-switches.ts";

interface UserNotices {
  /** Oldest first. */
  readonly messages: Told[];
  readonly unread: Set<number>;
  readonly switches: Map<string, Switched>;
  readonly alerts: Map<number, PriceAlert>;
  /** By endpoint, oldest first. */
  readonly devices: Map<string, PushDevice>;
  /** Contract positions with an active margin call, named as in margin-watch.ts, so that none is called twice. */
  readonly called: Set<string>;
}

const switchKey = (kind: NoticeKind, channel: NoticeChannel): string => `${kind} ${channel}`;

/** All users' messages, switches, alerts and devices. */
export class NoticeState implements RecordedState<NoticeRecord> {
  outdated = 0;
  lastAlertId = 0;
  private readonly byUser = new Map<number, UserNotices>();
  /** An endpoint is one browser: it belongs to the last user who subscribed it. */
  private readonly ownerOfEndpoint = new Map<string, number>();

  messages(userId: number): readonly Told[] {
    return this.byUser.get(userId)?.messages ?? [];
  }

  unread(userId: number): ReadonlySet<number> {
    return this.byUser.get(userId)?.unread ?? NONE;
  }

  isOn(userId: number, kind: NoticeKind, channel: NoticeChannel): boolean {
    const set = this.byUser.get(userId)?.switches.get(switchKey(kind, channel));
    return set?.on ?? isOnByDefault(kind, channel);
  }

  /** Oldest first. */
  alerts(userId: number): readonly PriceAlert[] {
    return [...(this.byUser.get(userId)?.alerts.values() ?? [])];
  }

  *allAlerts(): Generator<PriceAlert> {
    for (const { alerts } of this.byUser.values()) yield* alerts.values();
  }

  devices(userId: number): readonly PushDevice[] {
    return [...(this.byUser.get(userId)?.devices.values() ?? [])];
  }

  called(userId: number): ReadonlySet<string> {
    return this.byUser.get(userId)?.called ?? NO_POOLS;
  }

  *allCalled(): Generator<{ readonly userId: number; readonly pool: string }> {
    for (const [userId, { called }] of this.byUser) for (const pool of called) yield { userId, pool };
  }

  ownerOf(endpoint: string): number | undefined {
    return this.ownerOfEndpoint.get(endpoint);
  }

  apply(record: NoticeRecord): void {
    const own = this.of(record.userId);
    switch (record.type) {
      case "told":
        this.tell(own, record);
        return;
      case "read":
        for (const number of record.numbers) own.unread.delete(number);
        this.outdated++;
        return;
      case "switched": {
        const key = switchKey(record.kind, record.channel);
        if (own.switches.has(key)) this.outdated++;
        own.switches.set(key, record);
        return;
      }
      case "alert-set":
        this.lastAlertId = Math.max(this.lastAlertId, record.alertId);
        own.alerts.set(record.alertId, record);
        return;
      case "alert-ended":
        own.alerts.delete(record.alertId);
        this.outdated += 2;
        return;
      case "device-added":
        if (own.devices.delete(record.endpoint)) this.outdated++;
        own.devices.set(record.endpoint, record);
        this.ownerOfEndpoint.set(record.endpoint, record.userId);
        return;
      case "device-ended":
        own.devices.delete(record.endpoint);
        if (this.ownerOfEndpoint.get(record.endpoint) === record.userId)
          this.ownerOfEndpoint.delete(record.endpoint);
        this.outdated += 2;
        return;
      case "margin-called":
        own.called.add(record.pool);
        return;
      case "margin-eased":
        own.called.delete(record.pool);
        this.outdated += 2;
        return;
      case "forgotten":
        this.outdated += 1 + own.messages.length + own.alerts.size + own.devices.size + own.switches.size;
        this.outdated += own.called.size;
        for (const endpoint of own.devices.keys()) this.ownerOfEndpoint.delete(endpoint);
        this.byUser.delete(record.userId);
        return;
      default:
        unknownRecord("notices", record);
    }
  }

  *dump(): Generator<NoticeRecord> {
    for (const [userId, own] of this.byUser) {
      const { messages, unread, switches, alerts, devices, called } = own;
      yield* messages;
      const numbers = messages.map(({ number }) => number).filter((number) => !unread.has(number));
      if (numbers.length > 0) yield { type: "read", userId, numbers };
      yield* switches.values();
      yield* alerts.values();
      yield* devices.values();
      for (const pool of called) yield { type: "margin-called", userId, pool };
    }
  }

  rewritten(): void {
    this.outdated = 0;
  }

  private of(userId: number): UserNotices {
    let own = this.byUser.get(userId);
    if (own === undefined) {
      own = {
        messages: [],
        unread: new Set(),
        switches: new Map(),
        alerts: new Map(),
        devices: new Map(),
        called: new Set(),
      };
      this.byUser.set(userId, own);
    }
    return own;
  }

  private tell({ messages, unread }: UserNotices, told: Told): void {
    messages.push(told);
    unread.add(told.number);
    const surplus = messages.length - NOTICE_LIMITS.keptMessages;
    if (surplus <= 0) return;
    for (const { number } of messages.splice(0, surplus)) unread.delete(number);
    this.outdated += surplus;
  }
}

const NONE: ReadonlySet<number> = new Set();
const NO_POOLS: ReadonlySet<string> = new Set();
