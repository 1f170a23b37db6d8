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

/**
 * Checks that the versions of settings count from 1 without a gap, and that settings are emitted when they change and
 * only then.
 */
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
    // The first emitted version may be higher than 1, because earlier ones were not emitted.
    ensure(
      version === (before === undefined ? Math.max(1, version) : before.version + 1),
      `version ${version} of ${setting}`,
    );
    ensure(before?.value !== text, `${setting} was emitted without a change`);
    this.known.set(setting, { version, value: text });
  }

  /** Checks for two people, a whole day's notice, and one announcement per setting. */
  announced({ setting, value, fromMs, proposedBy, confirmedBy }: SettingAnnounced, timeMs: number): void {
    ensure(!this.pending.has(setting), `${setting} was announced twice`);
    ensure(fromMs === timeMs + NOTICE_MS, `notice of ${setting}`);
    const isByTwo = proposedBy.toLowerCase() !== confirmedBy.toLowerCase();
    ensure(isByTwo || proposedBy === BY_CONFIGURATION, `${setting} was announced by ${proposedBy} only`);
    this.pending.set(setting, { fromMs, value: JSON.stringify(value) });
  }

  /** Checks that a setting coming into force had its notice period, and equals the announcement. */
  ended({ setting, end }: AnnouncementEnded, timeMs: number): void {
    const announced = this.pending.get(setting);
    ensure(announced !== undefined, `${setting} was not announced`);
    this.pending.delete(setting);
    if (end !== "in-force") return;
    ensure(timeMs >= (announced?.fromMs ?? 0), `${setting} came into force too early`);
    const known = this.known.get(setting)?.value;
    ensure(known === undefined || known === announced?.value, `${setting} differs from its announcement`);
  }
}
