import type { SettingChanged } from "@candor/protocol/setting-events";
import { RULES_SETTING, type RulesSetting } from "@candor/protocol/setting-names";
import { ensure } from "./audit-error.ts";

/** Settings count their versions from 1 on without a gap, and are told when they change and not otherwise. */
export class SettingAudit {
  private readonly known = new Map<string, { readonly version: number; readonly value: string }>();

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
}
