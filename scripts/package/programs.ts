import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");
export const SERVER = path.join(ROOT, "apps/server");

/** Entries of the server's processes and threads, which are bundled together. */
export const PROGRAMS: readonly string[] = [
  "start/main",
  "start/cluster/main",
  "start/cli/operator",
  "start/cli/journal",
  "start/cli/backup",
  "custody/signer/main",
  "records/projections/pglite-worker",
  "records/projections/postgres-projector-worker",
  "kit/journal-database/writer-thread",
  "kit/heartbeat/heartbeat-thread",
  "engine/runtime/digest-worker",
  "operators/desk/audit-worker",
  "custody/liabilities/tree-worker",
  "people/identity/password-hashing/password-hash-worker",
  "start/link/link-thread",
  "start/gateways/gateway-thread",
  "start/status/status-thread",
  "start/core/report-thread",
].map(programOf);

/** Command-line tools that only the package bundles. */
export const TOOLS: readonly string[] = [
  "start/cli/sandbox",
  "start/cli/liabilities",
  "start/cli/rebuild-read-models",
].map(programOf);

/** With native parts, or with files next to their code. */
export const NOT_BUNDLED: readonly RegExp[] = [
  /^sharp$/,
  /^@node-rs\//,
  /^@electric-sql\//,
  /^@foundry-rs\//,
  /^solc$/,
  /^rolldown$/,
  /^pg-native$/,
];

function programOf(name: string): string {
  return path.join(SERVER, "src", `${name}.ts`);
}

const nameOf = (program: string): string =>
  path.relative(SERVER, program).replaceAll(`..${path.sep}`, "").replaceAll(path.sep, "-").slice(0, -3);

/** Returns the file name of a program's bundle. */
export const bundleOf = (program: string): string => `${nameOf(program)}.mjs`;

/** Returns the programs by the names of their bundles, as the bundler's input. */
export const inputOf = (programs: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(programs.map((program) => [nameOf(program), program]));
