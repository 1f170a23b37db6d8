import type { Logger } from "pino";
import { SettingError } from "../../config/setting-error.ts";

const EXIT_SETTINGS = 2;
const HARD_STOP_MS = 15_000;

/** A process with one task, which runs until it is stopped. */
export interface RunningRole {
  close(): Promise<void>;
}

/**
 * Runs a role until a signal, the end of the program that started it, or a fatal error, and then ends the process: with
 * 0 after a stop, 2 for unusable settings, 1 otherwise.
 * @param start receives what to call when the process cannot continue
 */
export async function runRole(
  log: Logger,
  start: (onFatal: (error: Error) => void) => Promise<RunningRole>,
): Promise<never> {
  const stopped = Promise.withResolvers<number>();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      log.info(`stopping: ${signal}`);
      stopped.resolve(0);
    });
  process.once("disconnect", () => stopped.resolve(0));
  const onFatal = (error: Error): void => {
    log.fatal({ err: error }, "the process cannot continue");
    stopped.resolve(1);
  };
  process.on("uncaughtException", onFatal);
  process.on("unhandledRejection", (error) =>
    onFatal(error instanceof Error ? error : new Error(String(error))),
  );
  let role: RunningRole;
  try {
    role = await start(onFatal);
  } catch (error) {
    if (!(error instanceof SettingError)) log.fatal({ err: error }, "failed to start");
    else process.stderr.write(`${error.message}\n`);
    process.exit(error instanceof SettingError ? EXIT_SETTINGS : 1);
  }
  const code = await stopped.promise;
  // Everything acknowledged is durable already.
  setTimeout(() => process.exit(code === 0 ? 1 : code), HARD_STOP_MS).unref();
  await role.close();
  process.exit(code);
}
