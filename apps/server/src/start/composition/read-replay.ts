import type { Environment } from "../../config/environment.ts";
import type { ExchangeListing } from "../../config/exchange-listing.ts";
import type { Instance } from "../../config/instance-schema.ts";
import { SettingError } from "../../config/setting-error.ts";
import { type Recording, scanRecording } from "../../market/prices/recording.ts";
import { timeText } from "../../market/prices/recording-span.ts";

const VARIABLE = "CANDOR_PRICES";
/** After the last row, time goes on for so long, so that streams and charts say everything. */
const LAST_WORDS_MS = 1_000;

/** Recorded files and when they are replayed. */
export interface Replay {
  readonly recording: Recording;
  /** Founding time of a new home. */
  readonly fromMs: number;
  /** Where time stands still. */
  readonly endMs: number;
  /** Throws SettingError if a home was founded at a time that the recording, or the setting, does not have. */
  check(instance: Pick<Instance, "createdAtMs">): void;
}

/**
 * Reads all recorded files once, if CANDOR_PRICES names any. Throws SettingError with file, line and reason if one is wrong.
 */
export async function readReplay(
  { prices }: Pick<Environment, "prices">,
  { markets }: Pick<ExchangeListing, "markets">,
): Promise<Replay | undefined> {
  if (prices.kind !== "recorded") return undefined;
  const recording = await scan(prices.directory, new Set(markets.map(({ symbol }) => symbol)));
  const { beginMs, endMs } = recording;
  const span = `the recording is from ${timeText(beginMs)} to ${timeText(endMs)}`;
  const { fromMs = beginMs } = prices;
  if (fromMs < beginMs || fromMs >= endMs)
    throw new SettingError(VARIABLE, `must have a time of the recording in \`from\`: ${span}`);
  const check = ({ createdAtMs }: Pick<Instance, "createdAtMs">): void => {
    const other = "choose another CANDOR_HOME";
    if (createdAtMs < beginMs || createdAtMs >= endMs)
      throw new SettingError(
        VARIABLE,
        `cannot be replayed by a home of ${timeText(createdAtMs)}: ${span}; ${other}`,
      );
    if (prices.fromMs !== undefined && createdAtMs !== fromMs)
      throw new SettingError(
        VARIABLE,
        `says from=${timeText(fromMs)}, but this home began at ${timeText(createdAtMs)}: ${other}, or leave \`from\` out`,
      );
  };
  return { recording, fromMs, endMs: endMs + LAST_WORDS_MS, check };
}

async function scan(directory: string, symbols: ReadonlySet<string>): Promise<Recording> {
  try {
    return await scanRecording(directory, symbols);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingError(VARIABLE, `names unusable recordings: ${reason}`);
  }
}
