import { pino } from "pino";
import { readEnvironment } from "../config/environment.ts";
import { SettingError } from "../config/setting-error.ts";
import { IncompleteBackupError } from "../engine/home/incomplete-backup.ts";
import { NewerHomeError } from "../engine/home/newer-home-error.ts";
import { adviceAfter, EXIT_STOPPED, StoppedCommandError } from "../engine/home/stopped-command.ts";
import { StoreLossError } from "../engine/home/store-loss-error.ts";
import {
  DatabaseUnusableError,
  ForeignHistoryError,
  isFenced,
} from "../kit/journal-database/database-errors.ts";
import { lineForPeople } from "../kit/log-for-terminal.ts";
import { writePrivately } from "../kit/private-files.ts";
import { releaseStartGarbage } from "../kit/release-start-garbage.ts";
import { startLines } from "../kit/start-lines.ts";
import { reportShutdown } from "../operators/alarms/last-words.ts";
import type { RunningProjector } from "./projector/start-projector.ts";
import { runOwnRole } from "./roles/own-roles.ts";
import type { RunningServer } from "./server.ts";
import { codeOfFenced, EXIT_FENCED } from "./stop-codes.ts";

/** `npm start`: runs one server, or one role of it, in the foreground until it is stopped. */
const HARD_STOP_MS = 15_000;

function readSettings(): ReturnType<typeof readEnvironment> {
  try {
    return readEnvironment(process.env);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

/**
 * Says what to do about an error that the next start would meet again. @returns the exit code, which tells a supervisor
 * whether to start the server again
 */
function codeAfter(error: unknown): number {
  if (isFenced(error)) return EXIT_FENCED;
  const advice = adviceAfter(environment.home, error);
  if (advice === undefined) return 1;
  log.fatal(advice);
  return EXIT_STOPPED;
}

/** Exits. The program that started this one, if it listens, ends a process whose exit hangs. */
function exit(exitCode: number): never {
  process.send?.({ exitCode });
  process.exit(exitCode);
}

writePrivately();
// Signer and chain are processes with a task of their own; they end in here.
await runOwnRole(process.env);
const environment = readSettings();
const logOptions = { level: environment.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime };
const log = process.stdout.isTTY
  ? pino(logOptions, { write: (json) => void process.stdout.write(lineForPeople(json)) })
  : pino(logOptions);
type Running = Pick<RunningServer | RunningProjector, "close">;
let server: Running | undefined;
/** The exit code of a stop that has begun. */
let stopping: number | undefined;

async function stop(reason: string, exitCode: number): Promise<void> {
  if (stopping !== undefined) return;
  stopping = exitCode;
  log.info(`stopping: ${reason}`);
  // The journal is durable already, so exit even when something hangs.
  setTimeout(() => exit(exitCode === 0 ? 1 : exitCode), HARD_STOP_MS).unref();
  await server?.close();
  exit(exitCode);
}

const tell = (words: string): Promise<void> =>
  reportShutdown(environment, words, (error, message) => log.warn({ err: error }, message));

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    // A core that is stopped waits for another one to take over. A second signal ends that.
    if (stopping !== undefined && environment.role === "core") exit(1);
    void stop(signal, 0);
  });
// Stop when the program that started this one has exited.
process.once("disconnect", () => void stop("the program that started it has exited", 0));
process.on("uncaughtException", (error) => {
  log.fatal({ err: error }, "uncaught");
  void tell(`uncaught error: ${error.message}`);
  void stop("uncaught error", 1);
});
process.on("unhandledRejection", (error) => {
  log.fatal({ err: error }, "unhandled rejection");
  void stop("unhandled rejection", 1);
});

/** The server cannot continue. */
function onFatal(error: Error): void {
  const exitCode = codeAfter(error);
  if (exitCode === EXIT_FENCED) {
    // Nothing is left to finish: whatever this process would still answer may be outdated.
    const code = codeOfFenced(stopping);
    if (code === 0) log.info(`stopped: ${error.message}`);
    else log.fatal(error.message);
    exit(code);
  }
  log.fatal({ err: error }, "the server cannot continue");
  void tell(`it cannot continue: ${error.message}`);
  void stop("a lost part", exitCode);
}

function announce({ port, links }: RunningServer): void {
  const shownHost = ["127.0.0.1", "0.0.0.0", "::"].includes(environment.host)
    ? "localhost"
    : environment.host;
  // Clients of a core are its gateways.
  if (environment.role === "core") return announceCore(links);
  const url = `http://${shownHost}:${port}`;
  log.info(`Candor is ready: ${url}`);
  // For a program that started this one with port 0.
  if (process.connected) process.send?.({ ready: { port } });
  // For the person who starts a sandbox. Separate from the log, which a program may read as JSON.
  if (environment.mode === "sandbox" && environment.logLevel !== "silent")
    process.stderr.write(startLines(url, links, process.stderr.isTTY));
}

function announceCore(links: RunningServer["links"]): void {
  log.info("Candor is ready: this core leads, and gateways serve clients");
  if (environment.mode === "sandbox" && environment.logLevel !== "silent")
    process.stderr.write(startLines(undefined, links, process.stderr.isTTY));
}

async function start(): Promise<Running> {
  if (environment.role === "projector") {
    const { startProjector } = await import("./projector/start-projector.ts");
    const running = await startProjector(environment, log, onFatal);
    log.info("Candor's projector is running");
    return running;
  }
  if (environment.role === "core") {
    const { startCore } = await import("./core/start-core.ts");
    return await startCore(environment, log, { onFatal, onServing: announce });
  }
  const started =
    environment.role === "gateway"
      ? await (await import("./link/gateway-process.ts")).GatewayProcess.start(environment, log)
      : await (await import("./server.ts")).startServer(environment, log, onFatal);
  announce(started);
  releaseStartGarbage();
  return started;
}

try {
  server = await start();
} catch (error) {
  const isForPeople = [
    SettingError,
    StoreLossError,
    IncompleteBackupError,
    NewerHomeError,
    ForeignHistoryError,
    DatabaseUnusableError,
  ].some((kind) => error instanceof kind);
  const exitCode = codeAfter(error);
  if (error instanceof StoppedCommandError) log.info("stopping: nobody has decided about this command");
  else if (isForPeople) log.fatal((error as Error).message);
  else log.fatal({ err: error }, "failed to start");
  await tell(`it failed to start: ${error instanceof Error ? error.message : String(error)}`);
  exit(exitCode);
}
