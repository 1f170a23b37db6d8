import type { SettingValue } from "@candor/domain/events/setting-events";

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
