import type { SettingValue } from "@candor/domain/events/setting-events";
import { NEWEST_RULES } from "@candor/domain/rules";
import {
  CLOCK_SETTING,
  type ClockSetting,
  RULES_SETTING,
  type RulesSetting,
} from "@candor/domain/setting-names";
import type { Announcement } from "../state/announcements.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { BY_CLOCK } from "../state/market/market.ts";
import { SnapshotError, type SnapshotReader, type SnapshotWriter } from "./snapshot-bytes.ts";

/** Writes the executed corrections, the settings in force and the announced ones. */
export function writeOperatorState(
  { corrections, settings, announcements }: ExchangeState,
  to: SnapshotWriter,
): void {
  to.list((one) => {
    corrections.forEach((proposalId, seq) => {
      one();
      to.integer(proposalId);
      to.integer(seq);
    });
  });
  to.list((one) => {
    settings.forEach((name, { version, seq, atMs, value }) => {
      one();
      to.text(name);
      to.u32(version);
      to.integer(seq);
      to.integer(atMs);
      to.text(JSON.stringify(value));
    });
  });
  to.list((one) => {
    announcements.forEach((announcement) => {
      one();
      to.text(JSON.stringify(announcement));
    });
  });
}

/** Reads the output of writeOperatorState. */
export function readOperatorState(state: ExchangeState, from: SnapshotReader): void {
  const { corrections, settings } = state;
  from.list(() => {
    const proposalId = from.integer();
    corrections.add(proposalId, from.integer());
  });
  from.list(() => {
    const name = from.text();
    const version = from.u32();
    const seq = from.integer();
    const atMs = from.integer();
    settings.restore(name, { version, seq, atMs, value: JSON.parse(from.text()) as SettingValue });
  });
  from.list(() => state.announcements.put(JSON.parse(from.text()) as Announcement));
  const rules = settings.find(RULES_SETTING)?.value as RulesSetting | undefined;
  state.rules = rules?.version ?? 0;
  state.isClockHeld = (settings.find(CLOCK_SETTING)?.value as ClockSetting | undefined)?.isHeld ?? false;
  if (state.isClockHeld)
    for (const market of state.markets) {
      market.holdReason = BY_CLOCK;
      market.follow();
    }
  if (state.rules > NEWEST_RULES) throw new SnapshotError(`rules version ${state.rules} is unknown`);
}
