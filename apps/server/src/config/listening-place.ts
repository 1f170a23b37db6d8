import { SettingError } from "./setting-error.ts";

/** Address to listen on, from two settings: PORT and HOST, with a prefix. */
export interface ListeningPlace {
  readonly prefix: "" | "METRICS_" | "CANDOR_ADMIN_" | "CANDOR_TLS_";
  readonly port: number;
  readonly host: string;
}

/** Waits until the server listens. On failure, the error names the setting to change. */
export async function awaitListening<T>(place: ListeningPlace, listening: Promise<T>): Promise<T> {
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
      return badPort("is used by another program: stop it, or choose another port");
    case "EACCES":
      return badPort("requires privileges this account lacks: choose a port above 1023");
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new SettingError(`${prefix}HOST`, `must be an address of this machine, got "${host}"`);
    default:
      return undefined;
  }
}
