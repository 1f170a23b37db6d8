import type { DatabaseProblem } from "./pglite-messages.ts";

/** WASI's numbers of what a file system may refuse; its errors have no words of their own. */
const FILE_PROBLEMS: Readonly<Record<number, string>> = {
  2: "EACCES: permission denied",
  29: "EIO: i/o error",
  33: "EMFILE: too many open files",
  51: "ENOSPC: no space left on device",
  69: "EROFS: read-only file system",
};

/** What went wrong in the embedded database, as its thread can tell it to the others. */
export function problemOf(error: unknown): DatabaseProblem {
  const { message, code, detail, errno } = error as Readonly<Record<string, unknown>>;
  const ofFiles = typeof errno === "number" ? (FILE_PROBLEMS[errno] ?? `file error ${errno}`) : undefined;
  return {
    message: typeof message === "string" && message !== "" ? message : (ofFiles ?? String(error)),
    code: typeof code === "string" ? code : undefined,
    detail: typeof detail === "string" ? detail : undefined,
  };
}
