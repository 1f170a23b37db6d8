import type { SettingValue } from "@candor/domain/events/setting-events";

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
