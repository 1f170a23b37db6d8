import { execFile, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { incompleteMark } from "@candor/server/engine/home/incomplete-backup";
import { inspectHome } from "@candor/server/engine/home/inspect-home";
import { afterAll, expect, test, vi } from "vitest";
import { MEMORY_DISK } from "../support/memory-disk.ts";
import { repeats } from "../support/repeats.ts";
import { type Acknowledged, BackupLoad, patiently } from "../support/server/backup-load.ts";
import { QUIET, runToEnd, type ServerProcess, startServer } from "../support/server/run-server.ts";
import { WireClient } from "../support/wire-client.ts";

// Full servers start here in parallel with other tests: allow for a busy machine.
vi.setConfig({ testTimeout: 900_000 });

const BACKUPS = repeats(2, 10);
const KILLS = repeats(2, 20);
const MOST_KILLS = 40;
const OPERATOR = path.resolve(import.meta.dirname, "../../apps/server/src/start/cli/operator.ts");
const JOURNAL = path.resolve(import.meta.dirname, "../../apps/server/src/start/cli/journal.ts");
const run = promisify(execFile);

const places = mkdtempSync(path.join(MEMORY_DISK, "candor-backups-"));
const home = path.join(places, "home");
const placeOf = (name: string): string => path.join(places, name);
let server: ServerProcess | undefined;
afterAll(async () => {
  await server?.stop("SIGKILL");
  rmSync(places, { recursive: true, force: true });
});

const wordsOf = (words: readonly string[], where: string): string[] => [
  OPERATOR,
  ...words,
  "--home",
  where,
  "--operator",
  "anna",
];

async function operator(where: string, ...words: readonly string[]): Promise<string> {
  return (await run(process.execPath, wordsOf(words, where))).stdout;
}

/** Compares a server on a copy with what was acknowledged before the copy was begun. */
async function expectAll(url: string, acknowledged: Acknowledged): Promise<void> {
  let calls = 0;
  const as = (token: string): WireClient => {
    // An address of its own for each call, because one address may make only some calls a second.
    const headers = { "x-forwarded-for": `10.0.${(calls >> 8) & 255}.${calls++ & 255}` };
    return new WireClient(patiently(url), { token, headers });
  };
  for (const { token, userId } of acknowledged.people) {
    const client = as(token);
    expect(await client.expectOk(client.post("/User/profile"))).toMatchObject({ id: userId });
  }
  for (const { token, order } of acknowledged.orders.slice(-60)) {
    const client = as(token);
    const again = await client.post("/Entrus/doOrder", order);
    expect(again.data, JSON.stringify(again)).toMatchObject({ replayed: true });
  }
  for (const { token, withdrawalId } of acknowledged.withdrawals) {
    const client = as(token);
    const order = await client.get(`/wallet/getOrder?kind=withdrawal&id=${withdrawalId}`);
    expect(JSON.stringify(order.data)).toContain(withdrawalId);
  }
  for (const { token, text } of acknowledged.messages) {
    const client = as(token);
    const { list } = await client.expectOk(client.post("/Chat/list", {}));
    const imageUrl = list.find((message) => message.text === text)?.imageUrl ?? expect.fail(`no "${text}"`);
    expect((await fetch(new URL(imageUrl, url))).status).toBe(200);
  }
  for (const token of acknowledged.closed) {
    const client = as(token);
    expect((await client.post("/User/profile")).code).not.toBe(1);
  }
}

interface Taken {
  readonly place: string;
  readonly acknowledged: Acknowledged;
}

test(`BACK-04 ${BACKUPS} backups of a server under load are whole, consistent and have every call acknowledged before`, async () => {
  server = await startServer(home, {
    CANDOR_PROXY: "local",
    // A gateway thread acknowledges orders before the main thread has them.
    CANDOR_GATEWAYS: process.platform === "linux" ? "1" : "0",
  });
  const load = new BackupLoad(server.url);
  await load.start();
  const taken: Taken[] = [];
  for (let number = 1; number <= BACKUPS; number++) {
    await sleep(randomInt(1_000));
    const place = placeOf(`backup-${number}`);
    const acknowledged = load.acknowledged();
    const words = ["backup", place, ...(number % 2 === 0 ? ["--with-seed"] : [])];
    const output = await operator(home, ...words);
    expect(output).toContain(`Complete    ${place}`);
    taken.push({ place, acknowledged });
  }
  // Some backups are killed at any moment: each is whole or is refused.
  let interrupted: string | undefined;
  // A backup may be complete before it is killed.
  for (let number = 1; number <= KILLS || (interrupted === undefined && number <= MOST_KILLS); number++) {
    const place = placeOf(`killed-${number}`);
    const child = spawn(process.execPath, wordsOf(["backup", place, "--with-seed"], home), {
      stdio: "ignore",
    });
    const exited = new Promise((resolve) => child.once("exit", resolve));
    while (!existsSync(place) && child.exitCode === null) await sleep(5);
    await sleep(randomInt(1_500));
    child.kill("SIGKILL");
    await exited;
    if (existsSync(incompleteMark(place))) interrupted = place;
    else expect(inspectHome(place, path.join(place, "keys/sealing.key"), "all").problems).toEqual([]);
  }
  await load.stop();
  await server.stop("SIGTERM");
  const refused = interrupted ?? expect.fail("every backup was complete before it was killed");
  const { code, output } = await runToEnd(refused, QUIET);
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining("incomplete backup") });
  await expect(run(process.execPath, [JOURNAL, "verify", "--home", refused])).rejects.toThrow(
    /incomplete backup/,
  );
  for (const { place, acknowledged } of taken) {
    const seed = path.join(place, "signer", "seed");
    if (!existsSync(seed)) await run("cp", [path.join(home, "signer", "seed"), seed]);
    const { stdout } = await run(process.execPath, [JOURNAL, "verify", "--home", place]);
    expect(stdout).toContain(`consistent: a backup of ${home}`);
    const restored = await startServer(place, { ...QUIET, CANDOR_PROXY: "local" });
    await expectAll(restored.url, acknowledged);
    const status = await operator(place, "chain", "status", "--json");
    const rows = status.slice(0, status.lastIndexOf("]") + 1);
    const custody = JSON.parse(rows) as { readonly difference: string }[];
    expect(custody.map(({ difference }) => Number(difference))).toEqual(custody.map(() => 0));
    expect(await restored.stop("SIGTERM")).toBe(0);
    rmSync(place, { recursive: true });
  }
});

test("BACK-05 a stopped home is backed up too, and the drill proves that a server works on the copy", async () => {
  const place = placeOf("stopped");
  await operator(home, "backup", place);
  await expect(operator(home, "backup-drill", place)).rejects.toThrow(/without the signer's words/);
  const output = await operator(home, "backup-drill", place, "--seed", path.join(home, "signer", "seed"));
  expect(output).toContain("Start       a server runs on the copy");
  expect(output).toContain("Custody     difference 0 for USDT");
  expect(await operator(home, "audit", "list")).toMatch(/backup .*stopped +done/);
});
