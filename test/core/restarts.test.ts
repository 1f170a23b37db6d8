import { createHash } from "node:crypto";
import { CommandWriter } from "@candor/codec/command-writer";
import { exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { readSkips } from "@candor/server/engine/runtime/skip-list";
import { DatabaseHome } from "@candor/server/kit/journal-database/database-home";
import { lead } from "@candor/server/kit/journal-database/lead";
import { startWriter } from "@candor/server/kit/journal-database/start-writer";
import { WriterCaller } from "@candor/server/kit/journal-database/writer-caller";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type ClusterProcess, CoreProcesses } from "../support/core/core-processes.ts";
import { OrderLoad } from "../support/core/order-load.ts";
import { verifyHistory } from "../support/core/verify-history.ts";
import { HAS_OPENSSL } from "../support/link/link-certificates.ts";
import { postgresBinaries } from "../support/projections/postgres-server.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 480_000 });

const CAN_RUN = HAS_OPENSSL && postgresBinaries() !== undefined;
if (!CAN_RUN) console.warn("PostgreSQL or OpenSSL is not installed: restarts of cores are not tested");

const STANDING_BY = /"msg":"core: following"/;
const LEADING = /"msg":"core: leading"/;

describe.skipIf(!CAN_RUN)("two cores that are started again", () => {
  let processes: CoreProcesses;
  let leader: ClusterProcess;
  let standby: ClusterProcess;
  let load: OrderLoad;

  beforeAll(async () => {
    processes = await CoreProcesses.begin(["a", "b"]);
    leader = processes.core("a");
    const gateway = processes.gateway();
    processes.projector();
    await leader.prints(LEADING);
    standby = processes.core("b");
    const [, port] = await gateway.prints(/Candor is ready: http:\/\/[^:]+:([0-9]+)/);
    load = new OrderLoad(`http://127.0.0.1:${port}`);
    await load.start();
    await standby.prints(STANDING_BY);
  });
  afterAll(async () => {
    await processes.end();
  });

  test("CLUS-25 a killed standby delays nobody and catches up when it is started again", async () => {
    await load.more(30);
    expect(await standby.stop("SIGKILL")).toBeNull();
    const pauseMs = await load.more(60);
    console.info(`standby killed: pause of at most ${pauseMs} ms`);
    standby = processes.core("b");
    await standby.prints(STANDING_BY);
  });

  test("CLUS-26 a take-over while accounts are closed, which rewrites stores, leaves all stores complete", async () => {
    const closing = load.closeAccounts(3);
    await expect.poll(() => load.closed, { timeout: 120_000, interval: 1 }).toBeGreaterThan(0);
    leader.signal("SIGKILL");
    await standby.prints(LEADING);
    await load.more(30);
    expect(await closing).toBe(3);
    leader = standby;
  });

  test("CLUS-27 with both cores killed, the first one started again resumes, and gateways with it", async () => {
    await load.more(20);
    expect(await leader.stop("SIGKILL")).toBeNull();
    leader = processes.core("b");
    await leader.prints(LEADING);
    expect(leader.output).toContain("b was started again");
    await load.more(30);
    await load.stop();
    expect(load.failures).toEqual([]);
    expect(await leader.stop("SIGTERM")).toBe(0);
    await verifyHistory(processes, load.accepted);
  });

  test("CLUS-28 a command that stopped the exchange stops each core until it is skipped; the decision reaches all homes", async () => {
    await stopBy(processes);
    expect(await processes.core("a").ended).toBe(3);
    expect(await processes.core("b").ended).toBe(3);
    const decided = await processes.operator("stopped", "skip", "--reason", "it broke", "--operator", "anna");
    expect([decided.code, decided.text]).toEqual([0, expect.stringContaining("is rejected by every replay")]);
    leader = processes.core("b");
    await leader.prints(LEADING);
    standby = processes.core("a");
    await standby.prints(STANDING_BY);
    for (const name of ["a", "b"])
      expect(readSkips(exchangeHome(processes.homeOf(name))).all).toMatchObject([{ reason: "it broke" }]);
  });
});

/** Leaves in the database what an engine records when a command breaks an invariant. */
async function stopBy({ url }: CoreProcesses): Promise<void> {
  const database = { url, standbys: 0 };
  const { term } = await lead(database, { name: "test", address: "", reason: "test" });
  const writer = startWriter({ database, term, name: "test" });
  const caller = new WriterCaller(writer.link, () => undefined);
  const commands = new CommandWriter();
  commands.write({ kind: "set-inviter", userId: 7, inviterId: 7 });
  const record = Buffer.from(commands.take());
  const stop = {
    source: "offered",
    seq: 999_999,
    kind: "set-inviter",
    userId: 7,
    sha256: createHash("sha256").update(record).digest("hex"),
    record: record.toString("base64"),
    message: "command 999999 (set-inviter of user 7) cannot be executed: the invariant is broken",
    error: "the invariant is broken",
    stack: "",
    atMs: Date.now(),
  };
  new DatabaseHome(caller).putFile("exchange/stopped.json", Buffer.from(JSON.stringify(stop)));
  await writer.close();
  caller.close();
}
