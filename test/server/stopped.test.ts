import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { CommandWriter } from "@candor/codec/command-writer";
import { Journal } from "@candor/journal/journal";
import { expectChanges } from "@candor/server/engine/home/manifest";
import { EXCHANGE_JOURNAL, exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { writeStop } from "@candor/server/engine/runtime/stop-file";
import { UnexecutableCommandError } from "@candor/server/engine/runtime/unexecutable-command-error";
import { SealingKey } from "@candor/server/kit/durable/sealed-value";
import { OperatorAccounts } from "@candor/server/operators/accounts/operator-accounts";
import { generateSync } from "otplib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { MEMORY_DISK } from "../support/memory-disk.ts";
import { QUIET, runToEnd, startServer } from "../support/server/run-server.ts";
import { WireClient } from "../support/wire-client.ts";

// Full servers start here in parallel with other tests: allow for a busy machine.
vi.setConfig({ testTimeout: 480_000, hookTimeout: 480_000 });

const CLI = path.resolve(import.meta.dirname, "../../apps/server/src/start/cli");
const run = promisify(execFile);
const PASSWORD = "correct horse battery";
const MINUTE_MS = 60_000;

const totpCode = (secret: string, atMs: number): string =>
  generateSync({ secret, epoch: Math.floor(atMs / 1_000) });

const home = mkdtempSync(path.join(MEMORY_DISK, "candor-stop-"));
beforeAll(async () => {
  const server = await startServer(home, QUIET);
  expect(await server.stop("SIGTERM")).toBe(0);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Leaves what the engine records when a command of this user breaks an invariant. */
function stopBy(userId: number): void {
  const writer = new CommandWriter();
  writer.write({ kind: "set-inviter", userId, inviterId: userId });
  writeStop(
    exchangeHome(home),
    new UnexecutableCommandError(9_999, writer.take(), new Error("the invariant is broken")),
  );
}

/** Runs `npm run operator -- stopped …`; the lines are typed. */
function stopped(
  words: readonly string[],
  ...lines: readonly string[]
): Promise<{ code: number; text: string }> {
  const args = [path.join(CLI, "operator.ts"), "stopped", ...words, "--home", home, "--operator", "anna"];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stdin.end(lines.map((line) => `${line}\n`).join(""));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code: code ?? -1, text })));
}

async function journal(command: string): Promise<string> {
  const { stdout } = await run(process.execPath, [
    path.join(CLI, "journal.ts"),
    command,
    "--limit",
    "100000",
    "--home",
    home,
  ]);
  return stdout;
}

async function expectStart(): Promise<void> {
  const server = await startServer(home, QUIET);
  expect(await server.stop("SIGTERM")).toBe(0);
}

test("SKIP-01 a server does not start in front of a command that stopped it, and its exit code and log say so", async () => {
  stopBy(10_001);
  for (let start = 1; start <= 2; start++) {
    const { code, output } = await runToEnd(home, QUIET);
    expect({ code, output }).toMatchObject({
      code: 3,
      output: expect.stringMatching(
        /stopped in front of a command at .*: command 9999, set-inviter of user 10001, cannot be executed: the invariant is broken/,
      ),
    });
  }
  const shown = await stopped(["show"]);
  expect(shown.text).toContain("stopped skip");
  expect(await stopped(["retry"])).toMatchObject({ code: 2 });
  expect(await stopped(["retry", "--reason", "corrected in this version"])).toMatchObject({ code: 0 });
  await expectStart();
});

/** Signs up the two founders. @returns the secrets of their authenticator apps */
async function twoFounders(): Promise<ReadonlyMap<string, string>> {
  const accounts = OperatorAccounts.open({
    directory: path.join(home, "operators"),
    sealing: SealingKey.ofFile(path.join(home, "keys/sealing.key")),
    // Earlier, so that the codes of now were not used.
    nowMs: () => Date.now() - MINUTE_MS,
    onFailure: (error) => {
      throw error;
    },
  });
  expectChanges(home);
  const secrets = new Map<string, string>();
  for (const [index, link] of accounts.foundingLinks().entries()) {
    const name = ["olga", "piet"][index] ?? expect.fail("too many links");
    const token = link.path.split("/").at(-1) ?? "";
    const view = await accounts.beginSignUp(token);
    if ("problem" in view) throw new Error(view.problem);
    const totp = totpCode(view.totpSecret, Date.now() - MINUTE_MS);
    const account = await accounts.finishSignUp({ token, name, password: PASSWORD, totp });
    if ("problem" in account) throw new Error(account.problem);
    secrets.set(name, view.totpSecret);
  }
  accounts.close();
  return secrets;
}

test("SKIP-03 in a sandbox without operators the server's account decides; otherwise two operators prove who they are", async () => {
  stopBy(10_002);
  expect(await stopped(["skip", "--reason", "no operators yet"])).toMatchObject({ code: 0 });
  await expectStart();
  const secrets = await twoFounders();
  stopBy(10_003);
  const linesOf = (name: string, password = PASSWORD): string[] => [
    name,
    password,
    totpCode(secrets.get(name) ?? "", Date.now()),
  ];
  const skip = ["skip", "--reason", "breaks an invariant"];
  expect((await stopped(skip)).text).toContain("needs name, password and code of two operators");
  expect((await stopped(skip, ...linesOf("olga", "wrong password"), ...linesOf("piet"))).text).toContain(
    "is wrong",
  );
  const done = await stopped(skip, ...linesOf("olga"), ...linesOf("piet"));
  expect(done.text).toMatch(/Command \d+, set-inviter, is rejected by every replay/);
  expect(done.text).not.toContain(PASSWORD);
  const server = await startServer(home, QUIET);
  const client = new WireClient(server.url);
  const { skipped } = await client.expectOk(client.get("/Site/decisions"));
  expect(skipped).toMatchObject([
    { command: "set-inviter", wasExecuted: false, decidedBy: ["anna (machine)"], reason: "no operators yet" },
    { decidedBy: ["olga", "piet"], reason: "breaks an invariant" },
  ]);
  expect(await server.stop("SIGTERM")).toBe(0);
  const verified = await journal("verify");
  expect(verified).toMatch(/Skipped +command \d+, set-inviter, by anna \(machine\): no operators yet/);
  expect(verified).toMatch(/Skipped +command \d+, set-inviter, by olga and piet: breaks an invariant/);
  expect(verified).toContain("consistent: server stopped");
  const dump = await journal("dump");
  expect(dump).toMatch(/set-inviter .*userId=10003 .*\(skipped\)/);
  expect(dump).toMatch(
    /note-stores .*skipped=\[\{"seq":\d+,"command":"set-inviter".*"decidedBy":\["olga","piet"\]/,
  );
});

test("SKIP-04 a version that replays the history differently ends with the same exit code", async () => {
  const journal = Journal.open(exchangeHome(home).journalDirectory, { name: EXCHANGE_JOURNAL });
  const writer = new CommandWriter();
  writer.write({ kind: "advance-time" });
  const { lastSeq, lastTimeMs } = journal;
  // Its digest is that of other events.
  journal.append({ firstSeq: lastSeq + 1, records: 1, timeMs: lastTimeMs, payload: writer.take() });
  journal.close();
  const { code, output } = await runToEnd(home, QUIET);
  expect({ code, output }).toMatchObject({
    code: 3,
    output: expect.stringMatching(/replay diverges in frame \d+.*start the version that wrote it/),
  });
});
