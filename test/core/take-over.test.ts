import { existsSync } from "node:fs";
import path from "node:path";
import { createSealingKey } from "@candor/server/kit/durable/sealed-value";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type ClusterProcess, CoreProcesses } from "../support/core/core-processes.ts";
import { OrderLoad } from "../support/core/order-load.ts";
import { ShortLived } from "../support/core/short-lived.ts";
import { snapshotOf, verifyHistory } from "../support/core/verify-history.ts";
import { HAS_OPENSSL } from "../support/link/link-certificates.ts";
import { postgresBinaries } from "../support/projections/postgres-server.ts";
import { freePort } from "../support/server/free-port.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 480_000 });

const CAN_RUN = HAS_OPENSSL && postgresBinaries() !== undefined;
if (!CAN_RUN) console.warn("PostgreSQL or OpenSSL is not installed: take-overs are not tested");

const STANDING_BY = /"msg":"core: following"/;
const LEADING = /"totalMs":([0-9]+),"msg":"core: leading"/;

describe.skipIf(!CAN_RUN)("two cores and a gateway", () => {
  let processes: CoreProcesses;
  let leader: ClusterProcess;
  let standby: ClusterProcess;
  let load: OrderLoad;
  let url: string;

  beforeAll(async () => {
    processes = await CoreProcesses.begin(["a", "b"]);
    leader = processes.core("a");
    const gateway = processes.gateway();
    processes.projector();
    await leader.prints(LEADING);
    standby = processes.core("b");
    const [, port] = await gateway.prints(/Candor is ready: http:\/\/[^:]+:([0-9]+)/);
    url = `http://127.0.0.1:${port}`;
    load = new OrderLoad(url);
    await load.start();
    await standby.prints(STANDING_BY);
  });
  afterAll(async () => {
    await processes.end();
  });

  test("CLUS-21 CONS-04 IDENT-16 a killed leader is replaced at once; no acknowledged order, console session or code is lost", async () => {
    const begun = await ShortLived.begin(url, processes.homeOf(leader.name));
    await load.more(50);
    leader.signal("SIGKILL");
    const pauseMs = await load.more(50);
    const [, openMs] = await standby.prints(LEADING);
    // It has never led: as a standby it compared its home with the whole history.
    expect(standby.output).not.toContain("manifest.json is missing");
    expect(await begun.finish()).toEqual({ operator: "olga", registered: "user.registered" });
    console.info(`leader killed: pause ${pauseMs} ms, of which the take-over took ${openMs} ms`);
    [leader, standby] = [standby, processes.core(leader.name)];
    await standby.prints(STANDING_BY);
  });

  test("CLUS-22 a frozen leader is evicted, never acknowledges again and ends with code 4", async () => {
    await load.more(50);
    leader.signal("SIGSTOP");
    const pauseMs = await load.more(50);
    console.info(`leader frozen: pause ${pauseMs} ms`);
    await standby.prints(LEADING);
    leader.signal("SIGCONT");
    expect(await leader.ended).toBe(4);
    [leader, standby] = [standby, processes.core(leader.name)];
    await standby.prints(STANDING_BY);
    await load.more(20);
  });

  test("CLUS-23 a planned switch pauses for the take-over only; status and health say who leads", async () => {
    const old = await (await fetch(processes.healthOf(leader.name))).json();
    expect(old).toMatchObject({ status: "ok", role: "leader", node: leader.name, leader: leader.name });
    const other = await (await fetch(processes.healthOf(standby.name))).json();
    expect(other).toMatchObject({ status: "ok", role: "standby", node: standby.name, leader: leader.name });
    await load.more(50);
    const switching = processes.operator("cluster", "switch", "--operator", "anna");
    expect(await leader.ended).toBe(4);
    const pauseMs = await load.more(50);
    const { code, text } = await switching;
    expect([code, text]).toEqual([0, expect.stringContaining(`${standby.name} leads in term`)]);
    console.info(`planned switch: pause of at most ${pauseMs} ms`);
    [leader, standby] = [standby, processes.core(leader.name)];
    await standby.prints(STANDING_BY);
    const status = await processes.operator("cluster", "status");
    expect(status.text).toMatch(new RegExp(`Leader +${leader.name}, term`));
    expect(status.text).toContain("planned switch, asked for by anna");
    // Links of the former leader would lead nowhere.
    const linksOf = (name: string): boolean =>
      existsSync(path.join(processes.homeOf(name), "console-links.txt"));
    expect([linksOf(leader.name), linksOf(standby.name)]).toEqual([true, false]);
    const target = path.join(processes.directory, "backup");
    const home = processes.homeOf(leader.name);
    const backup = await processes.operator("backup", target, "--home", home, "--operator", "anna");
    expect([backup.code, backup.text]).toEqual([
      1,
      expect.stringContaining("Back up the database with pgBackRest"),
    ]);
    expect(existsSync(target)).toBe(false);
    const metrics = await (
      await fetch(processes.healthOf(standby.name).replace("healthz", "metrics"))
    ).text();
    expect(metrics).toMatch(/candor_core_leading 0\n/);
  });

  test("CLUS-85 a core that could not lead, or has the name of another, does not stand by, and the leader stays", async () => {
    const otherKey = path.join(processes.directory, "other.key");
    createSealingKey(otherKey);
    const link = { CANDOR_LINK: `127.0.0.1:${await freePort()}`, METRICS_PORT: "0" };
    const home = (name: string) => ({ CANDOR_HOME: processes.homeOf(name) });
    const wrong = [
      processes.core(standby.name, { ...link, ...home("c"), CANDOR_NODE: "c", CANDOR_KEY_FILE: otherKey }),
      processes.core(leader.name, { ...link, ...home("d"), CANDOR_LINK: `127.0.0.1:${await freePort()}` }),
      processes.core(standby.name, { ...link, ...home("e"), CANDOR_LINK: `127.0.0.1:${await freePort()}` }),
    ];
    expect(await Promise.all(wrong.map(({ ended }) => ended))).toEqual([1, 1, 1]);
    expect(wrong[0]?.output).toMatch(
      /CANDOR_KEY_FILE .*other\.key.* copy the sealing key of another core machine/,
    );
    expect(wrong[1]?.output).toContain(
      `CANDOR_NODE must be unique, and another core named ${leader.name} runs at`,
    );
    expect(wrong[2]?.output).toContain(
      `CANDOR_NODE must be unique, and another core named ${standby.name} runs at`,
    );
    await load.more(20);
    const health = await (await fetch(processes.healthOf(leader.name))).json();
    expect(health).toMatchObject({ role: "leader", node: leader.name });
  });

  test("CLUS-76 a leader that is asked to stop lets the standby take over first, and ends with code 0", async () => {
    await load.more(50);
    expect(await leader.stop("SIGTERM")).toBe(0);
    const pauseMs = await load.more(50);
    await standby.prints(LEADING);
    expect(leader.output).toContain("planned switch, because this process was asked to stop");
    expect(leader.output).toMatch(/stopped: .*another process writes this exchange/);
    console.info(`leader stopped: pause of at most ${pauseMs} ms`);
    [leader, standby] = [standby, processes.core(leader.name)];
    await standby.prints(STANDING_BY);
  });

  test("CLUS-24 afterwards the history is complete, and the last leader's state is that of a full replay", async () => {
    await load.stop();
    expect(load.failures).toEqual([]);
    expect(await leader.stop("SIGTERM")).toBe(0);
    await standby.prints(LEADING);
    expect(await standby.stop("SIGTERM")).toBe(0);
    const { lastSeq, stateHash } = await verifyHistory(processes, load.accepted);
    expect(snapshotOf(processes.homeOf(standby.name))).toEqual({ seq: lastSeq, hash: stateHash });
    console.info(`${load.accepted.length} orders, ${load.repeated} repeated calls`);
  });
});
