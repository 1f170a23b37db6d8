import { EVENT } from "@candor/codec/event-record";
import type {
  DurableEvent,
  EnginePort,
  EventListener,
  SettingState,
  SettingsView,
} from "@candor/domain/engine-port";
import type { AnnouncedSetting } from "@candor/domain/events/setting-events";
import { followFrom } from "../../engine/runtime/follow-from.ts";

type Follows = Pick<EnginePort, "settingsView" | "on">;
type Listener = (setting: SettingState) => void;

/** Settings in effect in this process: everything journaled so far, and only durable values. */
export class LiveSettings {
  private readonly settings = new Map<string, SettingState>();
  private readonly pending = new Map<string, AnnouncedSetting>();
  /** Commands up to here are in what was loaded. */
  private loadedSeq = 0;
  private readonly listeners = new Map<string, Set<Listener>>();
  private unsubscribe: () => void = () => undefined;

  private constructor() {}

  /** Subscribes before it queries, so that nothing is missed in between. */
  static async follow(engine: Follows): Promise<LiveSettings> {
    const live = new LiveSettings();
    live.unsubscribe = await followFrom(
      engine,
      async () => live.load(await engine.settingsView()),
      live.listener,
    );
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

  private readonly listener: EventListener = {
    kinds: [EVENT.settingChanged, EVENT.settingAnnounced, EVENT.announcementEnded],
    event: (event) => {
      if (event.seq > this.loadedSeq) this.apply(event);
    },
  };

  private load({ settings, announced, asOfSeq }: SettingsView): void {
    for (const setting of settings) this.put(setting);
    for (const each of announced) this.pending.set(each.setting, each);
    this.loadedSeq = asOfSeq;
  }

  private apply(durable: DurableEvent): void {
    const event = durable.decode();
    if (event.kind === "setting-announced") {
      const { kind: _, ...announced } = event;
      this.pending.set(event.setting, announced);
    } else if (event.kind === "announcement-ended") this.pending.delete(event.setting);
    else if (event.kind === "setting-changed") {
      const { setting, version, value } = event;
      this.put({ setting, version, seq: durable.seq, setAtMs: durable.timeMs, value });
    }
  }

  private put(setting: SettingState): void {
    this.settings.set(setting.setting, setting);
    for (const listener of this.listeners.get(setting.setting) ?? []) listener(setting);
  }
}
