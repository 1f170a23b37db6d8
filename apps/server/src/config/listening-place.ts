import { SettingError } from "./setting-error.ts";

/** Where something listens, by two settings: PORT and HOST, with a prefix. */
export interface ListeningPlace {
  readonly prefix: "" | "METRICS_";
  readonly port: number;
  readonly host: string;
}

/** Waits until something listens; where nobody may, what it throws names the setting that a person can change. */
export async function listensAt<T>(place: ListeningPlace, listening: Promise<T>): Promise<T> {
  try {
    return await listening;
  } catch (error) {
    throw unusablePlace(error, place) ?? error;
  }
}

function unusablePlace(error: unknown, { prefix, port, host }: ListeningPlace): SettingError | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const badPort = (what: string) => new SettingError(`${prefix}PORT`, `${port} ${what}`);
  switch (code) {
    case "EADDRINUSE":
      return badPort("is in use by another program: end it, or choose another port");
    case "EACCES":
      return badPort("may not be used by this account: choose one above 1023");
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new SettingError(`${prefix}HOST`, `must be an address of this machine, not "${host}"`);
    default:
      return undefined;
  }
}
