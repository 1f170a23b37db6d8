import { CLOCK_SETTING, type ClockSetting } from "@candor/domain/setting-names";
import { z } from "zod";
import type { LiveSettings } from "./live-settings.ts";

const clockValue = z.object({ isHeld: z.boolean(), deviationMs: z.number() });

/** Returns the clock setting; without one the clock never jumped and is in step. */
export function clockOf(live: Pick<LiveSettings, "find">): ClockSetting {
  const setting = live.find(CLOCK_SETTING);
  return setting === undefined ? { isHeld: false, deviationMs: 0 } : clockValue.parse(setting.value);
}
