import { divideFloor } from "@candor/money/integer";
import { useT } from "../../i18n/use-t.ts";

const MINUTE = 60;
const HOUR = 3_600;

/** Formats a number of seconds: "30 s", "5 min", "4 h". */
export function useTimeText(): (seconds: number) => string {
  const t = useT();
  return (seconds) => {
    if (seconds % HOUR === 0) return t("tools.hours", { count: divideFloor(seconds, HOUR) });
    if (seconds % MINUTE === 0) return t("tools.minutes", { count: divideFloor(seconds, MINUTE) });
    return t("tools.seconds", { count: seconds });
  };
}
