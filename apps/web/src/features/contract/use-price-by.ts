import type { TriggerBy } from "@candor/domain/enumerations";
import { useLive } from "../../shell/hooks/use-live.ts";
import { live as liveData } from "../../shell/services/services.ts";
import { useLiveValue } from "../../trading/market/use-live-value.ts";
import { type LivePosition, markStore } from "./contract-live.ts";

/** Current value of the selected trigger price type. */
export function usePriceBy({ position, markPrice }: LivePosition, triggerBy: TriggerBy): string | null {
  const mark = useLive(markStore(position.symbol));
  const last = useLiveValue(liveData.trades(position.symbol, "contract"), ({ trades }) => trades[0]?.price);
  if (triggerBy === "mark") return markPrice;
  const index = mark.indexPrice ?? position.indexPrice;
  return triggerBy === "index" ? index : (last ?? index);
}
