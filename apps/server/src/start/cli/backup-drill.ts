import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants, copyFileSync, cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Instance } from "../../config/instance-schema.ts";
import { TreeDirectory } from "../../custody/liabilities/published-tree.ts";
import { problemsOfTree } from "../../custody/liabilities/verify-tree.ts";
import { SEALING_KEY, SIGNER_SEED } from "../../engine/home/check-files.ts";
import { assertNoIncompleteBackup } from "../../engine/home/incomplete-backup.ts";
import { readManifest } from "../../engine/home/manifest.ts";
import { exchangeHome } from "../../engine/runtime/exchange-home.ts";
import { machineFactory } from "../../engine/runtime/exchange-machine.ts";
import { askServer } from "../../operators/desk/operator-client.ts";
import { verifyJournal } from "./journal-verify.ts";
import { verifyAudit } from "./verify-audit.ts";
import { verifyStores } from "./verify-stores.ts";

export const BACKUP_DRILL = "backup-drill";
const MAIN = path.resolve(import.meta.dirname, "../main.ts");
/** Read models are rebuilt before the server is ready: a million commands take about a minute. */
const START_TIMEOUT_MS = 3_600_000;
const READY = /Candor is ready: (http:[^"\s]+)/;
/**
 * Variables that let a server reach more outside this machine than public prices. The copy must not pay, send or
 * overwrite.
 */
const OUTWARD = [
  "CANDOR_ALARM_MAIL",
  "CANDOR_ALARM_WEBHOOK",
  "CANDOR_ALARM_WEBHOOK_SECRET",
  "CANDOR_CHAIN_FILE",
  "CANDOR_CHAIN_RPC",
  "CANDOR_GATEWAYS",
  "CANDOR_SMS_TOKEN",
  "CANDOR_SMS_URL",
  "CANDOR_SMTP_URL",
  "DATABASE_URL",
  "METRICS_PORT",
];

export interface Drill {
  /** A complete backup. */
  readonly backup: string;
  /** The signer's words, for a sandbox's backup without them. */
  readonly seed: string | undefined;
  /** Directory for the copy that the server starts on; by default that of temporary files. */
  readonly scratch: string | undefined;
  readonly operator: string;
}

/**
 * Restores a backup to a temporary home and proves that it works: replays its journal, checks every store and file,
 * recomputes the newest tree of liabilities, starts a server on it that pays and sends nothing, and
 * compares what the chain holds with what is owed. Throws on the first problem.
 */
export async function drill(
  { backup, seed, scratch, operator }: Drill,
  print: (line: string) => void,
): Promise<void> {
  assertNoIncompleteBackup(backup);
  const manifest = readManifest(backup);
  if (manifest === undefined || manifest === "damaged")
    throw new Error(`${backup} is not a backup: it has no sound manifest.json`);
  const home = mkdtempSync(path.join(scratch ?? tmpdir(), "candor-drill-"));
  try {
    cpSync(backup, home, { recursive: true, preserveTimestamps: true, mode: constants.COPYFILE_FICLONE });
    if (seed !== undefined) copyFileSync(seed, path.join(home, SIGNER_SEED));
    verifyJournal(exchangeHome(home), machineFactory, print);
    verifyAudit(home, print);
    verifyStores(home, process.env.CANDOR_KEY_FILE || path.join(home, SEALING_KEY), false, print);
    verifyNewestTree(home, print);
    if (manifest.backup?.withoutSeed === true && !existsSync(path.join(home, SIGNER_SEED)))
      throw new Error("the server cannot start without the signer's words: repeat with --seed FILE");
    await tryServer(home, manifest.instance.mode, operator, print);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function verifyNewestTree(home: string, print: (line: string) => void): void {
  const tree = new TreeDirectory(home).published().at(-1);
  if (tree === undefined) {
    print("Liabilities no tree has been published yet");
    return;
  }
  const problems = problemsOfTree(home, tree);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  print(`Liabilities ${tree.treeId}, after command ${tree.atSeq}, matches the journal and the audit log`);
}

async function tryServer(
  home: string,
  mode: Instance["mode"],
  operator: string,
  print: (line: string) => void,
): Promise<void> {
  const server = new DrillServer(home, mode);
  try {
    const url = await server.ready();
    const health = await fetch(`${url}/healthz`);
    if (!health.ok) throw new Error(`the server on the copy is not ready: ${await health.text()}`);
    print("Start       a server runs on the copy");
    await compareCustody(home, operator, print);
  } finally {
    await server.stop();
  }
  print("Stop        cleanly");
}

async function compareCustody(home: string, operator: string, print: (line: string) => void): Promise<void> {
  const reply = await askServer(home, {
    operator,
    command: "chain status",
    target: "",
    reason: "",
    flags: [],
  });
  if (!reply.ok) throw new Error(reply.problem);
  const wrong = reply.rows.filter(({ difference }) => Number(difference) !== 0);
  if (wrong.length > 0) throw new Error(`the custody has a difference: ${JSON.stringify(wrong)}`);
  print(
    reply.rows.length === 0
      ? "Custody     not compared: the copy runs without a chain, so that nothing is paid twice"
      : `Custody     difference 0 for ${reply.rows.map(({ asset }) => asset).join(", ")}`,
  );
}

/** A server on a copy, in a process of its own. */
class DrillServer {
  private readonly child: ChildProcess;
  private output = "";

  constructor(home: string, mode: Instance["mode"]) {
    const environment = Object.entries(process.env).filter(([name]) => !OUTWARD.includes(name));
    this.child = spawn(process.execPath, [MAIN], {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...Object.fromEntries(environment),
        PORT: "0",
        HOST: "127.0.0.1",
        CANDOR_HOME: home,
        CANDOR_MODE: mode,
        ...(mode === "live" && { CANDOR_PRICES: "public" }),
        CANDOR_LIQUIDITY: "off",
        CANDOR_DEMO_REVIEWER: "off",
        CANDOR_PUSH: "off",
        LOG_LEVEL: "info",
      },
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on("data", (chunk: Buffer) => (this.output += chunk.toString()));
  }

  /** @returns its address. Rejects with its output if it ends instead. */
  ready(): Promise<string> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`the server on the copy is not ready after ${START_TIMEOUT_MS / 60_000} min`)),
        START_TIMEOUT_MS,
      );
      const look = (): void => {
        const url = READY.exec(this.output)?.[1];
        if (url === undefined) return;
        clearTimeout(timer);
        resolve(url);
      };
      this.child.stdout?.on("data", look);
      this.child.once("exit", (code) => {
        clearTimeout(timer);
        reject(new Error(`the server on the copy ended with ${code}:\n${this.output}`));
      });
    });
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill("SIGTERM");
    await once(this.child, "exit");
    if (this.child.exitCode !== 0)
      throw new Error(`the server on the copy stopped with ${this.child.exitCode}`);
  }
}
