import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { PostgresCluster } from "../support/journal/postgres-cluster.ts";
import { postgresBinaries } from "../support/projections/postgres-server.ts";
import {
  QUIET,
  removeHome,
  runToEnd,
  type ServerProcess,
  startServer,
  temporaryHome,
} from "../support/server/run-server.ts";
import { WireClient } from "../support/wire-client.ts";
import { live, operate, operator, type Person, type Told, told } from "./lived-in-home.ts";

// Full servers start here in parallel with other tests: allow for a busy machine.
vi.setConfig({ testTimeout: 480_000, hookTimeout: 480_000 });

const HAS_POSTGRES = postgresBinaries() !== undefined;
if (!HAS_POSTGRES)
  console.warn("PostgreSQL is not installed: tests of an exchange in a database are skipped");

const CLI = path.resolve(import.meta.dirname, "../../apps/server/src/start/cli/journal.ts");
const run = promisify(execFile);
const FENCED = 4;

describe.skipIf(!HAS_POSTGRES)("an exchange in a database", () => {
  let cluster: PostgresCluster;
  let settings: Record<string, string>;
  const homes: string[] = [];

  beforeAll(async () => {
    cluster = await PostgresCluster.start(2);
    settings = { ...QUIET, CANDOR_JOURNAL_URL: await cluster.createDatabase() };
  });
  afterAll(async () => {
    await cluster.stop();
    for (const home of homes) removeHome(home);
  });

  /** Returns an empty home, but for what each machine must have of its own. */
  function newHome(from?: string): string {
    const home = temporaryHome();
    homes.push(home);
    if (from === undefined) return home;
    mkdirSync(path.join(home, "keys"));
    cpSync(path.join(from, "keys", "sealing.key"), path.join(home, "keys", "sealing.key"));
    cpSync(path.join(from, "signer"), path.join(home, "signer"), { recursive: true });
    return home;
  }

  async function journal(...words: readonly string[]): Promise<string> {
    const env = { ...process.env, ...settings };
    const { stdout } = await run(process.execPath, [CLI, ...words], { env });
    return stdout;
  }

  async function say(server: ServerProcess, { token }: Person, text: string): Promise<Told> {
    const client = new WireClient(server.url);
    client.token = token;
    await client.expectOk(client.post("/Chat/send", { text }));
    return await told(server, { token, userId: 0 });
  }

  test("CLUS-17 an exchange moves into a database, from machine to machine, and back to files", async () => {
    const first = newHome();
    let server = await startServer(first, QUIET);
    const person = await live(server);
    await operate(first, "noon");
    let expected = await told(server, person);
    expect(await server.stop("SIGTERM")).toBe(0);

    // An empty database does not silently become another exchange, for a home with one or without.
    const empty = await runToEnd(newHome(), settings);
    expect(empty.code).toBe(1);
    expect(empty.output).toMatch(
      /names the wrong database, or what the database had is lost.*journal -- found/,
    );
    const refused = await runToEnd(first, settings);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain("journal -- import");
    expect(await journal("import", first)).toContain("every frame and file is equal on both sides");
    await expect(journal("import", first)).rejects.toThrow(/copy of an exchange in a database/);
    const without = await runToEnd(first, QUIET);
    expect(without.output).toContain("set CANDOR_JOURNAL_URL");

    server = await startServer(first, settings);
    expect(await told(server, person)).toEqual(expected);
    expected = await say(server, person, "Said before the power failed");
    expect(await server.stop("SIGKILL")).toBe(null);

    const second = newHome(first);
    const other = await startServer(second, settings);
    expect(await told(other, person)).toEqual(expected);
    expected = await say(other, person, "Said on the second machine");
    await operator(second, "content", "archive", "noon").catch(() => undefined);

    // The first machine returns and takes over. The second one ends by itself.
    server = await startServer(first, settings);
    expect(await other.stop("SIGCONT")).toBe(FENCED);
    expect(other.output()).toContain("another process writes this exchange");
    expect(await told(server, person)).toEqual(expected);
    await expect(journal("export", newHome())).rejects.toThrow(/stop all of its nodes first/);
    expect(await server.stop("SIGTERM")).toBe(0);

    const third = newHome();
    expect(await journal("export", third)).toContain("every frame and file is equal on both sides");
    await expect(journal("export", third)).rejects.toThrow(/is not empty/);
    for (const name of ["keys/sealing.key", "signer"])
      cpSync(path.join(first, name), path.join(third, name), { recursive: true });
    expect(await journal("verify", "--home", third)).toContain("all frames match the acknowledged events");
    server = await startServer(third, QUIET);
    expect(await told(server, person)).toEqual(expected);
    expect(await server.stop("SIGTERM")).toBe(0);
    expect(readdirSync(third)).not.toContain("mirror.json");
  });

  test("CLUS-17 a home of another exchange is refused", async () => {
    const home = newHome();
    const server = await startServer(home, QUIET);
    expect(await server.stop("SIGTERM")).toBe(0);
    const refused = await runToEnd(home, settings);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain("the database has another exchange");
    rmSync(home, { recursive: true });
  });
});
