import { levels } from "pino";

interface LoggedError {
  /** Class of the error. */
  readonly type?: string;
  readonly message?: string;
  readonly stack?: string;
  /** System error code, such as EADDRINUSE. */
  readonly code?: string;
}

interface LogRecord {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly err?: LoggedError;
  readonly [detail: string]: unknown;
}

const WARNING = levels.values.warn as number;
const FATAL = levels.values.fatal as number;
/** Position of the time of day in `2026-11-21T10:26:54.123Z`. */
const TIME_OF_DAY = [11, 19] as const;

/**
 * Formats a log record as a line for a terminal: time, message, details. Logs that go to a file or a collector stay
 * JSON.
 */
export function lineForPeople(json: string): string {
  const { level, time, msg, err, ...details } = JSON.parse(json) as LogRecord;
  const parts = [time.slice(...TIME_OF_DAY)];
  if (level >= WARNING) parts.push(`${(levels.labels[level] ?? "").toUpperCase()}:`);
  if (msg !== undefined) parts.push(msg);
  for (const [name, value] of Object.entries(details)) parts.push(`${name}=${JSON.stringify(value)}`);
  let line = parts.join(" ");
  if (err?.message !== undefined && err.message !== msg) line += `: ${err.message}`;
  if (level >= FATAL && err !== undefined && isUnexpected(err)) line += `\n${placesOf(err)}`;
  return `${line}\n`;
}

/** Built-in error classes may be bugs, so their stack matters; other errors say everything in their message. */
function isUnexpected({ type, code }: LoggedError): boolean {
  return code === undefined && /^(|Type|Range|Reference|Syntax)Error$/.test(type ?? "Error");
}

function placesOf({ stack = "" }: LoggedError): string {
  return stack
    .split("\n")
    .filter((line) => line.startsWith("    at "))
    .join("\n");
}
