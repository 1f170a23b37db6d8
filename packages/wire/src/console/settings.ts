import type { SettingState } from "@candor/domain/engine-port";

/** A setting in force, as the console receives it. */
export type ConsoleSetting = SettingState;
export type ConsoleSettingValue = ConsoleSetting["value"];
