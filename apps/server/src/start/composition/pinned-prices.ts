import type { EngineQueries } from "@candor/domain/engine-port";
import { INDEX_SETTING } from "@candor/domain/setting-names";
import type { PriceE8 } from "@candor/money/brand";

/** Returns the prices that were set in a test rig so far, by spot symbol. */
export async function pinnedPrices(
  engine: Pick<EngineQueries, "settingsView">,
): Promise<Map<string, PriceE8>> {
  const { settings } = await engine.settingsView();
  const prefix = `${INDEX_SETTING}.`;
  return new Map(
    settings
      .filter(({ setting }) => setting.startsWith(prefix))
      .map(({ setting, value }) => [setting.slice(prefix.length), value as PriceE8]),
  );
}
