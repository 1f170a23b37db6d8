/** What a figure of a setting means to people, below its field; undefined: it says enough by itself. */
export function readingOf(name: string, text: string): string | undefined {
  if (!/^(0|[1-9][0-9]*)$/.test(text)) return undefined;
  const value = Number(text);
  if (name.endsWith("Ppm")) return `${written(value / PPM_A_PERCENT)} %`;
  if (name.endsWith("Cents")) return `${written(value / CENTS)} USDT`;
  if (name.endsWith("Ms")) return duration(value);
  return undefined;
}

/** What else there is to know of a kind of settings, by the first word of its name. */
export const SETTING_NOTES: Readonly<Record<string, string>> = {
  funding:
    "Counts from the first funding interval that begins a day after it was set. The funding records of the app announce it until then.",
  fees: "Counts for the next trade, of orders that rest too.",
  rules:
    "The version that commands are executed by, adopted by the server when it starts. What was before stays as it was decided.",
  endowment: "All that the pool was ever given, in coins; what was given is not taken back.",
  status: "cancel-only and halted stop new orders, not liquidations or settlements.",
  "withdrawal-fee": "At most half of the smallest withdrawal. Nobody pays more than they were shown.",
};

const PPM_A_PERCENT = 10_000;
const CENTS = 100;
const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

const written = (value: number): string => value.toLocaleString("en", { maximumFractionDigits: 4 });

/** In the largest unit of which it is a whole number. */
function duration(ms: number): string {
  const [unit, size] = UNITS.find(([, each]) => ms > 0 && ms % each === 0) ?? (["ms", 1] as const);
  const count = ms / size;
  return unit === "ms" ? `${written(count)} ms` : `${written(count)} ${unit}${count === 1 ? "" : "s"}`;
}
