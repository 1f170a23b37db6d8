import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  filesOf,
  HAS_OPENSSL,
  makeCertificates,
} from "../../../../../test/support/link/link-certificates.ts";
import { MEMORY_DISK } from "../../../../../test/support/memory-disk.ts";
import { type LinkFiles, type LinkIdentity, readLinkIdentity } from "../link/link-identity.ts";
import { HeartbeatWatch, type LeaderLoss } from "./heartbeat-watch.ts";
import { type Heartbeat, startHeartbeat } from "./start-heartbeat.ts";

let root = "";
let files: LinkFiles;
let identity: LinkIdentity;
let foreign: LinkIdentity;
let proxy: LinkIdentity;
const closing: (() => unknown)[] = [];

function certificates(authority: string): LinkFiles {
  const directory = join(root, authority);
  makeCertificates(directory, "core=127.0.0.1,localhost", "proxy-1=127.0.0.1,localhost");
  return filesOf(directory, "core");
}

beforeAll(() => {
  if (!HAS_OPENSSL) return;
  root = mkdtempSync(join(MEMORY_DISK, "candor-heartbeat-"));
  files = certificates("ours");
  identity = readLinkIdentity(files);
  proxy = readLinkIdentity(filesOf(join(root, "ours"), "proxy-1"));
  foreign = readLinkIdentity(certificates("foreign"));
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});
afterAll(() => {
  if (root !== "") rmSync(root, { recursive: true, force: true });
});

interface Heard {
  readonly losses: LeaderLoss[];
  readonly reasons: string[];
}

function watch(port: number, term: number, by = identity): Heard {
  const heard: Heard = { losses: [], reasons: [] };
  const watching = new HeartbeatWatch({
    identity: by,
    address: { host: "127.0.0.1", port },
    term,
    onLoss: (loss, why) => {
      heard.losses.push(loss);
      heard.reasons.push(why);
    },
  });
  closing.push(() => watching.stop());
  return heard;
}

async function start(warnings: string[] = [], by = identity): Promise<Heartbeat> {
  const heartbeat = await startHeartbeat({
    identity: by,
    place: { host: "127.0.0.1", port: 0 },
    warn: (message) => warnings.push(message),
    onFatal: (error) => expect.unreachable(error.message),
  });
  closing.push(() => heartbeat.close());
  return heartbeat;
}

/** A heartbeat in a process of its own, which leads in term 7. */
async function startProcess(): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const program = new URL("./testing/beating-process.ts", import.meta.url);
  const child = fork(program, [files.ca, files.certificate, files.key]);
  closing.push(() => child.kill("SIGKILL"));
  const [port] = (await once(child, "message")) as [number];
  return { child, port };
}

test.skipIf(!HAS_OPENSSL)(
  "CLUS-22 a leader that was killed is noticed at once, and one that does not lead as well",
  async () => {
    const { child, port } = await startProcess();
    const heard = watch(port, 7);
    const other = watch(port, 6);
    await expect.poll(() => other.losses[0]).toBe("not-leading");
    expect(other.reasons[0]).toBe("it leads in term 7");
    expect(heard.losses).toEqual([]);
    const killedAt = performance.now();
    child.kill("SIGKILL");
    await expect.poll(() => heard.losses[0], { interval: 1 }).toBe("gone");
    console.info(`killed leader noticed after ${Math.round(performance.now() - killedAt)} ms`);
  },
);

test.skipIf(!HAS_OPENSSL)(
  "CLUS-22 a frozen leader is silent, a leader whose main thread waits is not",
  async () => {
    const { child, port } = await startProcess();
    const heard = watch(port, 7);
    // Longer than the silence that counts.
    child.send(4_000);
    await new Promise((resolve) => setTimeout(resolve, 4_500));
    expect(heard.losses).toEqual([]);
    const frozenAt = performance.now();
    child.kill("SIGSTOP");
    await expect.poll(() => heard.losses[0], { interval: 5 }).toBe("silent");
    console.info(`frozen leader noticed after ${Math.round(performance.now() - frozenAt)} ms`);
    expect(heard.reasons[0]).toBe("no beat for 3 s: no beat arrived");
    child.kill("SIGCONT");
  },
);

test.skipIf(!HAS_OPENSSL)("CLUS-22 a pause of the standby itself is no silence", async () => {
  const { port } = await startProcess();
  const heard = watch(port, 7);
  await new Promise((resolve) => setTimeout(resolve, 600));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_000);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(heard.losses).toEqual([]);
});

test.skipIf(!HAS_OPENSSL)(
  "CLUS-22 a process with another authority's certificate hears nothing and is named",
  async () => {
    const warnings: string[] = [];
    const heartbeat = await start(warnings);
    heartbeat.lead(3);
    const heard = watch(heartbeat.place.port, 3, foreign);
    await expect.poll(() => heard.losses[0]).toBe("silent");
    expect(heard.reasons[0]).toMatch(/self-signed certificate|unable to verify|signature/);
    expect(warnings.length).toBeGreaterThan(0);
  },
);

test.skipIf(!HAS_OPENSSL)("CLUS-22 beats come from cores only, and go to cores only", async () => {
  const warnings: string[] = [];
  const own = await start(warnings);
  own.lead(3);
  const listener = watch(own.place.port, 3, proxy);
  const posing = await start([], proxy);
  posing.lead(4);
  const deceived = watch(posing.place.port, 3);
  const wrong = "is for proxy-1, not for a core (name: core or core-…)";
  await expect.poll(() => deceived.reasons[0]).toContain(`the certificate at that address ${wrong}`);
  expect(deceived.losses[0]).toBe("silent");
  await expect.poll(() => listener.losses[0]).toBe("silent");
  expect(warnings[0]).toBe(`heartbeat: refused 127.0.0.1: its certificate ${wrong}`);
});

test.skipIf(!HAS_OPENSSL)("CLUS-22 a change of the term is sent at once", async () => {
  const heartbeat = await start();
  const heard = watch(heartbeat.place.port, 0);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(heard.losses).toEqual([]);
  heartbeat.lead(4);
  await expect.poll(() => heard.reasons[0], { interval: 2 }).toBe("it leads in term 4");
});
