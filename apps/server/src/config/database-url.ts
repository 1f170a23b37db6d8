import { hostsOf } from "../kit/journal-database/database-settings.ts";
import { SettingError } from "./setting-error.ts";

/** Returns DATABASE_URL; undefined if it is empty. Throws SettingError if it has several hosts and cannot be read. */
export function readDatabaseUrl({
  DATABASE_URL: url,
}: Readonly<Record<string, string | undefined>>): string | undefined {
  if (url === undefined || url === "") return undefined;
  if (!url.includes(",")) return url;
  try {
    hostsOf(url);
  } catch (error) {
    throw new SettingError("DATABASE_URL", (error as RangeError).message);
  }
  return url;
}
