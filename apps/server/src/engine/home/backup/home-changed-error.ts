/** The running server replaced or removed something of the point that is being copied. A newer point must be copied. */
export class HomeChangedError extends Error {
  constructor(what: string) {
    super(what);
    this.name = "HomeChangedError";
  }
}

/** Runs a part of the copy. A file that is gone means that the server removed it. */
export function orHomeChanged<T>(part: () => T): T {
  try {
    return part();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw new HomeChangedError(String(error));
    throw error;
  }
}
