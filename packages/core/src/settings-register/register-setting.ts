import { LAYOUT } from "@candor/codec/event-layouts";
import type { AnnouncementEnd, SettingValue } from "@candor/domain/events/setting-events";
import { RULES_SETTING, SITE_SETTING } from "@candor/domain/setting-names";
import type { ExchangeState } from "../state/exchange-state.ts";

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

/** Ends the announcement of a setting, if any, and emits how it ended. */
export function endAnnouncement(state: ExchangeState, setting: string, end: AnnouncementEnd): void {
  if (state.announcements.find(setting) === undefined) return;
  state.announcements.remove(setting);
  LAYOUT.announcementEnded.write(state.out, { setting, end });
}
