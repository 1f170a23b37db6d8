import { type DatabaseSettings, hostsOf } from "../kit/journal-database/database-settings.ts";
import { SettingError } from "./setting-error.ts";

const URL_VARIABLE = "CANDOR_JOURNAL_URL";
const STANDBYS_VARIABLE = "CANDOR_JOURNAL_STANDBYS";
/** Enough to survive the loss of any one machine. */
const DEFAULT_STANDBYS = "1";

/** Returns undefined if journals and files are on this machine only. Throws SettingError. */
export function readJournalDatabase(
  variables: Readonly<Record<string, string | undefined>>,
): DatabaseSettings | undefined {
  const url = variables[URL_VARIABLE] ?? "";
  const standbys = variables[STANDBYS_VARIABLE] || DEFAULT_STANDBYS;
  if (url === "") return undefined;
  try {
    hostsOf(url);
  } catch (error) {
    throw new SettingError(URL_VARIABLE, (error as RangeError).message);
  }
  if (!/^[0-9]$/.test(standbys))
    throw new SettingError(STANDBYS_VARIABLE, `must be a number from 0 to 9, got "${standbys}"`);
  return { url, standbys: Number(standbys) };
}
