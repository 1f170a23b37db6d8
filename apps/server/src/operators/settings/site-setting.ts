import { SITE_SETTING } from "@candor/domain/setting-names";
import { z } from "zod";
import type { LiveSettings } from "../../records/live-settings/live-settings.ts";
import type { SiteSwitch } from "./site-switch.ts";

const siteValue = z.object({ isOpen: z.boolean(), message: z.string() });
export type SiteValue = z.infer<typeof siteValue>;

/** Returns the site's state; a site that was never closed is open. */
export function siteOf(live: LiveSettings): SiteValue {
  const setting = live.find(SITE_SETTING);
  return setting === undefined ? { isOpen: true, message: "" } : siteValue.parse(setting.value);
}

/** Opens or closes the site according to the journal, from the start on and with every change. */
export function followSite(live: LiveSettings, site: SiteSwitch): () => void {
  return live.watch(SITE_SETTING, () => {
    const { isOpen, message } = siteOf(live);
    site.set(isOpen, message === "" ? null : message);
  });
}
