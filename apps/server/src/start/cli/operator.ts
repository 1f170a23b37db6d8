import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { OPERATOR_NAME } from "@candor/text/account-rules";
import { joinToOneLine } from "@candor/text/visible-text";
import { readEnvironment } from "../../config/environment.ts";
import { acceptLoss } from "../../engine/home/accept-loss.ts";
import { ACCEPT_LOSS } from "../../engine/home/accepted-losses.ts";
import { argumentProblem } from "../../kit/argument-problem.ts";
import type { AuditHead } from "../../kit/durable/audit-log.ts";
import { DatabaseUnusableError } from "../../kit/journal-database/database-errors.ts";
import { writePrivately } from "../../kit/private-files.ts";
import { auditRows, verifyAuditLog } from "../../operators/desk/audit-views.ts";
import { askServer, NoServerError } from "../../operators/desk/operator-client.ts";
import { textTable } from "../../operators/desk/text-table.ts";
import { COMMAND_TEXTS, type CommandText } from "../../operators/protocol/command-texts.ts";
import type {
  JsonObject,
  OperatorFile,
  OperatorRequest,
  Row,
} from "../../operators/protocol/operator-messages.ts";
import { AUDIT_HEAD, BACKUP_ACTION } from "../../operators/protocol/operator-messages.ts";
import { backUp } from "./backup.ts";
import { BACKUP_DRILL, drill } from "./backup-drill.ts";
import { CLUSTER, ClusterRefusal, clusterStatus, switchLeader, withCluster } from "./cluster.ts";
import { retryStopped, STOPPED, showStop, skipStopped } from "./stopped.ts";
import { withDatabase } from "./with-database.ts";

writePrivately();

/** 0: done; 1: rejected, no server, or an altered log; 2: invalid command line. */
const REFUSED = 1;
const WRONG_USE = 2;
const DEFAULT_ENTRIES = 50;
const PRIVATE_MODE = 0o600;
const PRIVATE_DIRECTORY_MODE = 0o700;
/** Column of the descriptions. */
const COLUMN = 46;

const print = (line: string): void => {
  console.log(line);
};

class UsageError extends Error {}

/** A command longer than the column has its summary on the next line. */
const line = (command: string, summary: string): string =>
  command.length < COLUMN
    ? `  ${command.padEnd(COLUMN)}${summary}`
    : `  ${command}\n  ${"".padEnd(COLUMN)}${summary}`;

function usage(): string {
  const commands: [string, CommandText][] = Object.entries(COMMAND_TEXTS);
  const lines = commands.map(([words, { target, reason, summary, input }]) => {
    const wanted =
      (reason === "needed" ? " --reason TEXT" : "") + (input === undefined ? "" : ` --input '${input}'`);
    return line(`${words} ${target}`.trim() + wanted, summary);
  });
  return [
    "Runs operator commands on the server of this machine. Every action is written to the audit log.",
    "",
    "  npm run operator -- COMMAND …",
    "",
    ...lines,
    line(
      "accept-loss STORE --reason TEXT",
      "with the server stopped: continues without the data that a store or key has lost",
    ),
    line(`${STOPPED} show`, "names the command that stopped the exchange"),
    line(
      `${STOPPED} skip --reason TEXT`,
      "with the server stopped: two operators decide that the command is never executed",
    ),
    line(`${STOPPED} retry --reason TEXT`, "with the server stopped: lets the next start execute it again"),
    line(
      `${BACKUP_ACTION} DIR [--with-seed] [--since EARLIER]`,
      "copies the home at one moment, with the server running or stopped, and checks the copy",
    ),
    line(
      `${BACKUP_DRILL} DIR [--seed FILE]`,
      "restores a backup to a temporary home, checks everything and starts a server on it",
    ),
    line(`${CLUSTER} status`, "shows the nodes of a cluster, who leads, and the database's standbys"),
    line(`${CLUSTER} switch`, "makes a standby the leader, for instance before an upgrade of the leader"),
    line("audit list [--limit N]", `shows who did what; the newest ${DEFAULT_ENTRIES} entries`),
    line("audit verify [--expect N:HASH]", "detects altered or removed entries"),
    "",
    "  --operator NAME  your name for the audit log; default $USER",
    "  --reason TEXT    why; required to refuse, freeze and unfreeze; shown to the user when refusing",
    "  --input JSON     the new values: a JSON object, or the name of a file with one",
    "  --json           rows as JSON",
    "  --home DIR       the server's home directory; default CANDOR_HOME, then .candor",
    "",
    "Exit codes: 0 done, 1 refused, 2 invalid command line.",
  ].join("\n");
}

const OPTIONS = {
  operator: { type: "string" },
  reason: { type: "string" },
  input: { type: "string" },
  home: { type: "string" },
  photos: { type: "string" },
  all: { type: "boolean" },
  json: { type: "boolean" },
  limit: { type: "string" },
  "with-seed": { type: "boolean" },
  seed: { type: "string" },
  since: { type: "string" },
  scratch: { type: "string" },
  expect: { type: "string", multiple: true },
  help: { type: "boolean", short: "h" },
} as const;

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UsageError(argumentProblem(error));
  }
}

type Options = ReturnType<typeof readArguments>["values"];

function show(rows: readonly Row[], options: Options): void {
  if (options.json === true) print(JSON.stringify(rows, null, 2));
  else for (const text of textTable(rows)) print(text);
}

async function run(): Promise<number> {
  const { values, positionals } = readArguments();
  if (values.help === true || positionals.length === 0) {
    print(usage());
    return 0;
  }
  const home = path.resolve(values.home ?? process.env.CANDOR_HOME ?? ".candor");
  const [first = "", second = "", ...rest] = positionals;
  const words = `${first} ${second}`.trim();
  if (words === "audit list" && rest.length === 0) return listAudit(home, values);
  if (words === "audit verify" && rest.length === 0) return await verifyAudit(home, values);
  if (first === ACCEPT_LOSS) return accept(home, [second, ...rest], values);
  if (first === STOPPED) return await decide(home, [second, ...rest], values);
  if (first === CLUSTER) return await ofCluster(home, [second, ...rest], values);
  if (first === BACKUP_DRILL) return await tryBackup([second, ...rest], values);
  if (first === BACKUP_ACTION) return await backup(home, [second, ...rest], values);
  return await ask(home, words, rest, values);
}

async function ask(home: string, words: string, rest: readonly string[], options: Options): Promise<number> {
  const reply = await askServer(home, requestOf(words, rest, options));
  if (!reply.ok) {
    console.error(`Not done: ${reply.problem}`);
    return REFUSED;
  }
  const isNothing = Array.isArray(reply.data) && reply.data.length === 0;
  const isData = reply.data !== undefined && !isNothing && reply.rows.length === 0;
  if (isData) print(JSON.stringify(reply.data, null, 2));
  else show(reply.rows, options);
  if (reply.note !== "") print(reply.note);
  if (!isData && reply.rows.length === 0 && reply.note === "" && options.json !== true) print("Nothing.");
  if (options.photos !== undefined) saveFiles(options.photos, reply.files ?? []);
  return 0;
}

function requestOf(words: string, rest: readonly string[], options: Options): OperatorRequest {
  const text = Object.hasOwn(COMMAND_TEXTS, words)
    ? COMMAND_TEXTS[words as keyof typeof COMMAND_TEXTS]
    : undefined;
  if (text === undefined) throw new UsageError(`unknown command "${words}"`);
  const [target = "", ...more] = rest;
  if (text.target !== "" && target === "") throw new UsageError(`${words} needs a ${text.target}`);
  if (more.length > 0 || (text.target === "" && target !== ""))
    throw new UsageError(`unexpected "${[...(text.target === "" ? [target] : []), ...more].join(" ")}"`);
  if (text.reason === "needed" && (options.reason ?? "").trim() === "")
    throw new UsageError(`${words} needs a --reason`);
  const known: readonly string[] = text.flags;
  const given = (["all", "photos"] as const).filter((flag) => options[flag] !== undefined);
  const strange = given.find((flag) => !known.includes(flag));
  if (strange !== undefined) throw new UsageError(`${words} has no --${strange}`);
  if (text.reason === "none" && options.reason !== undefined)
    throw new UsageError(`${words} has no --reason`);
  const input = readInput(words, text, options.input);
  const operator = options.operator ?? process.env.USER ?? "";
  if (operator === "") throw new UsageError("no operator name: set --operator NAME");
  const request = { operator, command: words, target, reason: options.reason ?? "", flags: given };
  return input === undefined ? request : { ...request, input };
}

function readInput(
  words: string,
  { input: form }: CommandText,
  given: string | undefined,
): JsonObject | undefined {
  if (form === undefined && given !== undefined) throw new UsageError(`${words} has no --input`);
  if (form === undefined) return undefined;
  if (given === undefined) throw new UsageError(`${words} requires --input, for example '${form}'`);
  const json = given.trimStart().startsWith("{") ? given : readInputFile(given);
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch (error) {
    throw new UsageError(
      `--input is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  throw new UsageError("--input must be a JSON object");
}

function readInputFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`--input: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function saveFiles(directory: string, files: readonly OperatorFile[]): void {
  mkdirSync(directory, { recursive: true, mode: PRIVATE_DIRECTORY_MODE });
  for (const { name, base64 } of files) {
    const file = path.join(directory, path.basename(name));
    writeFileSync(file, Buffer.from(base64, "base64"), { mode: PRIVATE_MODE });
    print(file);
  }
}

async function decide(
  home: string,
  [what = "", ...more]: readonly string[],
  options: Options,
): Promise<number> {
  if (!["show", "skip", "retry"].includes(what) || more.length > 0)
    throw new UsageError(`${STOPPED} requires show, skip or retry`);
  const { reason = "", operator = process.env.USER ?? "" } = options;
  if (what !== "show" && joinToOneLine(reason) === "")
    throw new UsageError(`${STOPPED} ${what} needs a --reason`);
  if (!OPERATOR_NAME.test(operator)) throw new UsageError("no operator name: set --operator NAME");
  const request = { home, operator, reason };
  if (what === "show") for (const text of showStop(home)) print(text);
  else {
    const decide = what === "retry" ? () => retryStopped(request) : () => skipStopped(request);
    for (const text of await withDatabase(home, `stopped ${what}`, decide)) print(text);
  }
  return 0;
}

async function ofCluster(
  home: string,
  [what = "", ...more]: readonly string[],
  options: Options,
): Promise<number> {
  if (!["status", "switch"].includes(what) || more.length > 0)
    throw new UsageError(`${CLUSTER} requires status or switch`);
  const { operator = process.env.USER ?? "" } = options;
  if (what === "switch" && !OPERATOR_NAME.test(operator))
    throw new UsageError("no operator name: set --operator NAME");
  try {
    if (what === "switch")
      for (const text of await withCluster(home, (table) => switchLeader(table, operator))) print(text);
    else {
      const { view, nodes, notes } = await withCluster(home, clusterStatus);
      if (options.json === true) print(JSON.stringify(view, null, 2));
      else for (const text of [...textTable(nodes), ...notes]) print(text);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof ClusterRefusal || error instanceof DatabaseUnusableError)) throw error;
    console.error(`Not done: ${error.message}`);
    return REFUSED;
  }
}

async function backup(
  home: string,
  [target = "", ...more]: readonly string[],
  options: Options,
): Promise<number> {
  if (target === "" || more.length > 0) throw new UsageError(`${BACKUP_ACTION} requires exactly one DIR`);
  const { operator = process.env.USER ?? "", "with-seed": withSeed = false, since } = options;
  if (!OPERATOR_NAME.test(operator)) throw new UsageError("no operator name: set --operator NAME");
  try {
    for (const text of await backUp({ home, target, operator, withSeed, since })) print(text);
    return 0;
  } catch (error) {
    console.error(`No backup: ${error instanceof Error ? error.message : String(error)}`);
    return REFUSED;
  }
}

async function tryBackup(
  [backupDirectory = "", ...more]: readonly string[],
  options: Options,
): Promise<number> {
  if (backupDirectory === "" || more.length > 0)
    throw new UsageError(`${BACKUP_DRILL} requires exactly one DIR`);
  const { operator = process.env.USER ?? "", seed, scratch } = options;
  if (!OPERATOR_NAME.test(operator)) throw new UsageError("no operator name: set --operator NAME");
  try {
    await drill({ backup: path.resolve(backupDirectory), operator, seed, scratch }, print);
    return 0;
  } catch (error) {
    console.error(`Drill failed: ${error instanceof Error ? error.message : String(error)}`);
    return REFUSED;
  }
}

async function accept(
  home: string,
  [store = "", ...more]: readonly string[],
  options: Options,
): Promise<number> {
  const { reason = "", operator = process.env.USER ?? "" } = options;
  if (store === "" || more.length > 0) throw new UsageError(`${ACCEPT_LOSS} requires exactly one STORE`);
  if (joinToOneLine(reason) === "") throw new UsageError(`${ACCEPT_LOSS} needs a --reason`);
  if (!OPERATOR_NAME.test(operator)) throw new UsageError("no operator name: set --operator NAME");
  const { keyFile } = readEnvironment({ ...process.env, CANDOR_HOME: home });
  const loss = { home, keyFile, store, operator, reason: joinToOneLine(reason), nowMs: Date.now };
  for (const text of await withDatabase(home, ACCEPT_LOSS, () => acceptLoss(loss))) print(text);
  return 0;
}

function listAudit(home: string, options: Options): number {
  const { limit = String(DEFAULT_ENTRIES) } = options;
  if (!/^[1-9][0-9]{0,5}$/.test(limit)) throw new UsageError("--limit must be a number of at least 1");
  show(auditRows(home, Number(limit)), options);
  return 0;
}

async function verifyAudit(home: string, options: Options): Promise<number> {
  const expected = (options.expect ?? []).map(readHead);
  const running = await runningHead(home);
  const verdict = verifyAuditLog(home, [...expected, ...(running === undefined ? [] : [running])]);
  for (const problem of verdict.problems) console.error(`Changed: ${problem}`);
  print(`Entries     ${verdict.entries}`);
  print(`Last        ${verdict.head.number}:${verdict.head.hash}`);
  if (verdict.unfinished > 0)
    print(`Unfinished  ${verdict.unfinished} actions were started but never finished`);
  if (verdict.problems.length > 0) return REFUSED;
  print("Chain       all entries are unaltered");
  print(
    running === undefined
      ? 'End         no server runs: only an earlier "Last" can show that nothing was cut off (--expect)'
      : "End         matches the running server",
  );
  return 0;
}

function readHead(text: string): AuditHead {
  const [, number, hash] = /^([1-9][0-9]{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (number === undefined || hash === undefined) throw new UsageError("--expect must be N:HASH");
  return { number: Number(number), hash };
}

/** Returns the head of the running server's log, or undefined when no server runs. */
async function runningHead(home: string): Promise<AuditHead | undefined> {
  try {
    const reply = await askServer(home, {
      operator: "",
      command: AUDIT_HEAD,
      target: "",
      reason: "",
      flags: [],
    });
    const row = reply.ok ? reply.rows[0] : undefined;
    return row === undefined ? undefined : { number: Number(row.number), hash: String(row.hash) };
  } catch (error) {
    if (error instanceof NoServerError) return undefined;
    throw error;
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  const wrongUse = error instanceof UsageError;
  console.error(error instanceof Error ? error.message : error);
  if (wrongUse) console.error("\nnpm run operator -- --help");
  process.exitCode = wrongUse ? WRONG_USE : REFUSED;
}
