import type { AnnouncementEnd, SettingValue } from "@candor/domain/events/setting-events";
import { RULES_SETTING, SITE_SETTING } from "@candor/domain/setting-names";
import type { ExchangeState } from "../state/exchange-state.ts";

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
    out.settingChanged(name, version, value);
}

/** Ends what is announced of a setting, if anything is, and says how. */
export function endAnnouncement(state: ExchangeState, setting: string, end: AnnouncementEnd): void {
  if (state.announcements.find(setting) === undefined) return;
  state.announcements.remove(setting);
  state.out.announcementEnded(setting, end);
}
