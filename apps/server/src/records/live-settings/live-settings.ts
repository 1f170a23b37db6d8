import { LAYOUT } from "@candor/codec/event-layouts";
import { EventCursor } from "@candor/codec/event-reader";
import { EVENT } from "@candor/codec/event-record";
import type { EnginePort, EventBatch, SettingState, SettingsView } from "@candor/domain/engine-port";
import type { AnnouncedSetting } from "@candor/domain/events/setting-events";

const TOLD: ReadonlySet<number> = new Set([
  EVENT.settingChanged,
  EVENT.settingAnnounced,
  EVENT.announcementEnded,
]);

type Follows = Pick<EnginePort, "settingsView" | "subscribe">;
type Listener = (setting: SettingState) => void;

/** Settings in effect in this process: everything journaled so far, and only durable values. */
export class LiveSettings {
  private readonly settings = new Map<string, SettingState>();
  private readonly pending = new Map<string, AnnouncedSetting>();
  /** Command that last announced a setting or canceled its announcement. */
  private readonly announcedSeqs = new Map<string, number>();
  private readonly listeners = new Map<string, Set<Listener>>();
  private unsubscribe: () => void = () => undefined;

  private constructor() {}

  /** Subscribes before it queries, so that nothing is missed in between. */
  static async follow(engine: Follows): Promise<LiveSettings> {
    const live = new LiveSettings();
    live.unsubscribe = engine.subscribe((batch) => live.apply(batch));
    const view = await engine.settingsView();
    for (const setting of view.settings) live.put(setting);
    live.takeAnnounced(view);
    return live;
  }

  stop(): void {
    this.unsubscribe();
  }

  find(name: string): SettingState | undefined {
    return this.settings.get(name);
  }

  /** By name. */
  all(): readonly SettingState[] {
    return [...this.settings.values()].sort((a, b) => (a.setting < b.setting ? -1 : 1));
  }

  /** Returns announced values, the soonest first. */
  announced(): readonly AnnouncedSetting[] {
    return [...this.pending.values()].sort((a, b) => a.fromMs - b.fromMs);
  }

  /** Calls the listener with the current setting, if it was ever set, and with each later value. */
  watch(name: string, listener: Listener): () => void {
    const listeners = this.listeners.get(name) ?? new Set<Listener>();
    this.listeners.set(name, listeners.add(listener));
    const present = this.find(name);
    if (present !== undefined) listener(present);
    return () => listeners.delete(listener);
  }

  private apply(batch: EventBatch): void {
    const cursor = new EventCursor(batch.words);
    let [seq, setAtMs] = [0, 0];
    while (cursor.next()) {
      if (cursor.kind === EVENT.executed)
        [seq, setAtMs] = [cursor.field(LAYOUT.executed.at.seq), cursor.field(LAYOUT.executed.at.timeMs)];
      if (!TOLD.has(cursor.kind)) continue;
      const event = cursor.decode();
      if (event.kind === "setting-announced") {
        const { kind: _, ...announced } = event;
        this.pending.set(event.setting, announced);
        this.announcedSeqs.set(event.setting, seq);
      } else if (event.kind === "announcement-ended") {
        this.pending.delete(event.setting);
        this.announcedSeqs.set(event.setting, seq);
      } else if (event.kind === "setting-changed") {
        const { setting, version, value } = event;
        this.put({ setting, version, seq, setAtMs, value });
      }
    }
  }

  /** Merges the view's announcements with later events. */
  private takeAnnounced({ announced, asOfSeq }: SettingsView): void {
    for (const each of announced)
      if ((this.announcedSeqs.get(each.setting) ?? 0) <= asOfSeq) this.pending.set(each.setting, each);
  }

  /** Drops values that arrived by event while the view was requested. */
  private put(setting: SettingState): void {
    if ((this.settings.get(setting.setting)?.version ?? 0) >= setting.version) return;
    this.settings.set(setting.setting, setting);
    for (const listener of this.listeners.get(setting.setting) ?? []) listener(setting);
  }
}
