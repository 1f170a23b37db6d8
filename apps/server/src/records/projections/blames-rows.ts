const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Connection, resources, operators, the system below: the rows are as good as before. */
const OUTSIDE_CLASSES = new Set(["08", "53", "57", "58"]);

/** Whether what the embedded database said against a write means that its rows are not what they should be. */
export function blamesRows(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code !== undefined && SQLSTATE.test(code) && !OUTSIDE_CLASSES.has(code.slice(0, 2));
}
