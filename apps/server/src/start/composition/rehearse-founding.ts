import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ExchangeListing } from "../../config/exchange-listing.ts";
import { LISTING_FILE } from "../../config/listing-file.ts";
import { SettingError } from "../../config/setting-error.ts";
import { exchangeHome } from "../../engine/runtime/exchange-home.ts";
import { foundAll } from "./found-all.ts";

/**
 * Creates an exchange with the operator's listing in a temporary directory, so that a listing the exchange would reject
 * is rejected before its home is created. Throws SettingError.
 */
export async function rehearseFounding(
  home: string,
  mode: "sandbox" | "live",
  listing: ExchangeListing,
): Promise<void> {
  if (!existsSync(path.join(home, LISTING_FILE))) return;
  const [{ LocalEngine }, { machineFactory }] = await Promise.all([
    import("../../engine/runtime/local-engine.ts"),
    import("../../engine/runtime/exchange-machine.ts"),
  ]);
  const directory = mkdtempSync(path.join(tmpdir(), "candor-rehearsal-"));
  try {
    const engine = new LocalEngine({ home: exchangeHome(directory), factory: machineFactory });
    try {
      await foundAll(engine, mode, listing);
    } finally {
      await engine.close();
    }
  } catch (error) {
    throw new SettingError(
      LISTING_FILE,
      `cannot be listed: ${error instanceof Error ? error.message : String(error)}`,
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
