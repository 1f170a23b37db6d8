import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { type ServerProcess, startServer, WITH_CHARTS } from "../support/server/run-server.ts";
import { ACCOUNT_ATTACKS } from "./account-attacks.ts";
import { Arena } from "./arena.ts";
import { type Attack, Broken } from "./attack.ts";
import { LOAD_ATTACKS } from "./load-attacks.ts";
import { MONEY_ATTACKS } from "./money-attacks.ts";
import { OPERATOR_ATTACKS } from "./operator-attacks.ts";

/** Exit codes. 0: all attacks failed; 1: an attack succeeded or could not be run; 2: invalid command line. */
const BROKEN = 1;
const WRONG_USE = 2;
const ATTACKS: readonly Attack[] = [
  ...MONEY_ATTACKS,
  ...OPERATOR_ATTACKS,
  ...ACCOUNT_ATTACKS,
  ...LOAD_ATTACKS,
];

const USAGE = `Runs the published attacks against a sandbox and prints what held.

  npm run attack                     starts a sandbox of its own, on a free port and in a temporary home
  npm run attack -- --url URL --home DIR --outbox TOKEN
                                     attacks a sandbox that runs on this machine with CANDOR_PROXY=local
                                     and CANDOR_LIQUIDITY=off; TOKEN is in HOME/outbox-link.txt.
                                     Creates accounts and operators there
  npm run attack -- --only NAME      one of: ${ATTACKS.map(({ name }) => name).join(", ")}`;

interface Outcome {
  readonly held: number;
  readonly failed: number;
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

async function attackAll(arena: Arena, attacks: readonly Attack[]): Promise<Outcome> {
  let held = 0;
  for (const [index, { name, goal, run }] of attacks.entries()) {
    console.log(`trying  ${name} (${index + 1} of ${attacks.length})`);
    try {
      const figures = await run(arena);
      held++;
      console.log(`held    ${name}: ${goal}\n        ${onOneLine(figures)}`);
    } catch (error) {
      const verdict = error instanceof Broken ? "BROKEN " : "FAILED ";
      console.log(
        `${verdict} ${name}: ${goal}\n        ${onOneLine(error instanceof Error ? error.message : String(error))}`,
      );
    }
  }
  return { held, failed: attacks.length - held };
}

async function withOwnSandbox(attacks: readonly Attack[]): Promise<Outcome> {
  const home = mkdtempSync(path.join(tmpdir(), "candor-attack-"));
  let server: ServerProcess | undefined;
  console.log("starting a sandbox of its own …");
  try {
    server = await startServer(home, {
      ...WITH_CHARTS,
      CANDOR_LIQUIDITY: "off",
      CANDOR_PROXY: "local",
      CANDOR_OUTBOX: "local",
    });
    const link = readFileSync(path.join(home, "outbox-link.txt"), "utf8");
    const token = /outbox\?token=([\w-]+)/.exec(link)?.[1];
    if (token === undefined) throw new Error("the server wrote no link to its outbox");
    return await attackAll(new Arena(`http://localhost:${server.port}`, home, token), attacks);
  } finally {
    await server?.stop("SIGTERM");
    rmSync(home, { recursive: true, force: true });
  }
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        url: { type: "string" },
        home: { type: "string" },
        outbox: { type: "string" },
        only: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(WRONG_USE);
  }
}

const { url, home, outbox, only, help } = readArguments();
if (help === true) {
  console.log(USAGE);
  process.exit(0);
}
const attacks = only === undefined ? ATTACKS : ATTACKS.filter(({ name }) => name === only);
if (attacks.length === 0 || new Set([url, home, outbox].map((each) => each === undefined)).size > 1) {
  console.error(attacks.length === 0 ? `there is no attack "${only}"\n\n${USAGE}` : USAGE);
  process.exit(WRONG_USE);
}
const outcome =
  url === undefined || home === undefined || outbox === undefined
    ? await withOwnSandbox(attacks)
    : await attackAll(new Arena(url, home, outbox), attacks);
console.log(`${outcome.held} held, ${outcome.failed} did not`);
process.exitCode = outcome.failed === 0 ? 0 : BROKEN;
