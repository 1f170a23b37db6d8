import type {
  AnnouncementEnded,
  SettingAnnounced,
  SettingChanged,
} from "@candor/domain/events/setting-events";
import { BY_CONFIGURATION, NOTICE_MS } from "@candor/domain/setting-limits";
import { RULES_SETTING, type RulesSetting } from "@candor/domain/setting-names";
import { ensure } from "./audit-error.ts";

interface Announced {
  readonly fromMs: number;
  readonly value: string;
}

/** Settings count their versions from 1 on without a gap, and are told when they change and not otherwise. */
export class SettingAudit {
  private readonly known = new Map<string, { readonly version: number; readonly value: string }>();

  private readonly pending = new Map<string, Announced>();

  /** The version of the rules in force. */
  get rules(): number {
    const rules = this.known.get(RULES_SETTING);
    return rules === undefined ? 0 : (JSON.parse(rules.value) as RulesSetting).version;
  }

  changed({ setting, version, value }: SettingChanged): void {
    const before = this.known.get(setting);
    const text = JSON.stringify(value);
    // The first that is told may have had others before, from when nothing was told.
    ensure(
      version === (before === undefined ? Math.max(1, version) : before.version + 1),
      `version ${version} of ${setting}`,
    );
    ensure(before?.value !== text, `${setting} is told without a change`);
    this.known.set(setting, { version, value: text });
  }

  /** Two people, a whole day ahead, one announcement a setting. */
  announced({ setting, value, fromMs, proposedBy, confirmedBy }: SettingAnnounced, timeMs: number): void {
    ensure(!this.pending.has(setting), `${setting} is announced twice`);
    ensure(fromMs === timeMs + NOTICE_MS, `notice of ${setting}`);
    const isByTwo = proposedBy.toLowerCase() !== confirmedBy.toLowerCase();
    ensure(isByTwo || proposedBy === BY_CONFIGURATION, `${setting} is announced by ${proposedBy} alone`);
    this.pending.set(setting, { fromMs, value: JSON.stringify(value) });
  }

  /** What counts from now on had its notice, and is what was announced. */
  ended({ setting, end }: AnnouncementEnded, timeMs: number): void {
    const announced = this.pending.get(setting);
    ensure(announced !== undefined, `${setting} was not announced`);
    this.pending.delete(setting);
    if (end !== "in-force") return;
    ensure(timeMs >= (announced?.fromMs ?? 0), `${setting} counts before its time`);
    const known = this.known.get(setting)?.value;
    ensure(known === undefined || known === announced?.value, `${setting} is not what was announced`);
  }
}
