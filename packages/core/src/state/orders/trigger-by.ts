import { TRIGGER_BYS, type TriggerBy } from "@candor/domain/enumerations";

/** Index into TRIGGER_BYS. */
export const BY_LAST = TRIGGER_BYS.indexOf("last");
export const BY_MARK = TRIGGER_BYS.indexOf("mark");
export const BY_INDEX = TRIGGER_BYS.indexOf("index");

/** The index of a name, or −1. Most orders watch the mark, and a search costs 60 instructions. */
export function triggerByIndex(name: TriggerBy): number {
  return name === "mark" ? BY_MARK : TRIGGER_BYS.indexOf(name);
}

/** Number of prices that triggers can watch. */
export const PRICES = TRIGGER_BYS.length;
