import type { DatabaseProblem } from "./pglite-messages.ts";

/** WASI error numbers of the file system; its errors have no text of their own. */
const FILE_PROBLEMS: Readonly<Record<number, string>> = {
  2: "EACCES: permission denied",
  29: "EIO: i/o error",
  33: "EMFILE: too many open files",
  51: "ENOSPC: no space left on device",
  69: "EROFS: read-only file system",
};

/** Converts an error in the embedded database for sending to other threads. */
export function problemOf(error: unknown): DatabaseProblem {
  const { message, code, detail, errno } = error as Readonly<Record<string, unknown>>;
  const ofFiles = typeof errno === "number" ? (FILE_PROBLEMS[errno] ?? `file error ${errno}`) : undefined;
  return {
    message: typeof message === "string" && message !== "" ? message : (ofFiles ?? String(error)),
    code: typeof code === "string" ? code : undefined,
    detail: typeof detail === "string" ? detail : undefined,
  };
}
