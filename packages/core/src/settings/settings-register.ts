import { LAYOUT } from "@candor/codec/event-layouts";
import type { SettingValue } from "@candor/domain/events/setting-events";
import { RULES_SETTING, SITE_SETTING } from "@candor/domain/setting-names";
import type { ExchangeState } from "../exchange-state.ts";
import { endAnnouncement } from "./announcements.ts";

/** A setting as it is in force. */
export interface RegisteredSetting {
  /** 1 for its first value. */
  readonly version: number;
  /** The command that set it, and when. */
  readonly seq: number;
  readonly atMs: number;
  readonly value: SettingValue;
}

/** What is set, since when and for the how-manieth time, by name. */
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
 * Registers what the present command has set. What is set already counts as no change. Changes are told from the first
 * command about the site on, which is a new exchange's first: one that was founded before there was a register told none,
 * and its journal still replays to the letter.
 */
export function registerSetting(state: ExchangeState, name: string, value: SettingValue): void {
  const { settings, lastSeq, timeMs, out } = state;
  const before = settings.find(name);
  if (before !== undefined && JSON.stringify(before.value) === JSON.stringify(value)) return;
  const version = (before?.version ?? 0) + 1;
  settings.restore(name, { version, seq: lastSeq, atMs: timeMs, value });
  // Announced over what was in force before: it must be announced again over the present value.
  endAnnouncement(state, name, "dropped");
  // Rules were never adopted before there was a register.
  if (settings.find(SITE_SETTING) !== undefined || name === RULES_SETTING)
    LAYOUT.settingChanged.write(out, { setting: name, version, value });
}
