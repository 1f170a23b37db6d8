import { LAYOUT } from "@candor/codec/event-layouts";
import type { SettingValue } from "@candor/domain/events/setting-events";
import { RULES_SETTING, SITE_SETTING } from "@candor/domain/setting-names";
import type { ExchangeState } from "../exchange-state.ts";
import { endAnnouncement } from "./announcements.ts";

/** A setting in force. */
export interface RegisteredSetting {
  /** Starts at 1. */
  readonly version: number;
  /** The command that set it, and its time. */
  readonly seq: number;
  readonly atMs: number;
  readonly value: SettingValue;
}

/** Current settings by name, with their version and the time since which they apply. */
export class SettingsRegister {
  private readonly settings = new Map<string, RegisteredSetting>();

  find(name: string): RegisteredSetting | undefined {
    return this.settings.get(name);
  }

  restore(name: string, setting: RegisteredSetting): void {
    this.settings.set(name, setting);
  }

  /** Visits them by name. */
  forEach(visit: (name: string, setting: RegisteredSetting) => void): void {
    const names = [...this.settings.keys()].sort();
    for (const name of names) visit(name, this.settings.get(name) as RegisteredSetting);
  }
}

/**
 * Registers a value that the current command set. An unchanged value is not a change. Changes are emitted from the
 * first site command on, which is a new exchange's first command. An exchange founded before this register emitted
 * none, and its journal still replays byte for byte.
 */
export function registerSetting(state: ExchangeState, name: string, value: SettingValue): void {
  const { settings, lastSeq, timeMs, out } = state;
  const before = settings.find(name);
  if (before !== undefined && JSON.stringify(before.value) === JSON.stringify(value)) return;
  const version = (before?.version ?? 0) + 1;
  settings.restore(name, { version, seq: lastSeq, atMs: timeMs, value });
  // The announcement referred to the previous value, so it must be announced again.
  endAnnouncement(state, name, "dropped");
  // Rules could not be adopted before this register existed.
  if (settings.find(SITE_SETTING) !== undefined || name === RULES_SETTING)
    LAYOUT.settingChanged.write(out, { setting: name, version, value });
}
