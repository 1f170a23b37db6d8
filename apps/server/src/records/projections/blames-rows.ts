const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Connection, resources, operators, underlying system: the rows are unaffected. */
const OUTSIDE_CLASSES = new Set(["08", "53", "57", "58"]);

/** Returns whether an error from the embedded database on a write means that its rows are wrong. */
export function impliesCorruptRows(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code !== undefined && SQLSTATE.test(code) && !OUTSIDE_CLASSES.has(code.slice(0, 2));
}
