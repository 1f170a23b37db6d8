import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { EngineUnavailableError } from "@candor/domain/engine-errors";
import { JournalReader } from "@candor/journal/journal-reader";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MEMORY_DISK } from "../../../../../test/support/memory-disk.ts";
import { bundle } from "./bundle.ts";
import { EXCHANGE_JOURNAL, exchangeHome } from "./exchange-home.ts";
import { LocalEngine } from "./local-engine.ts";
import { StandbyLink } from "./standby-link.ts";
import { machineFactory, tally } from "./testing/tally-machine.ts";
import { type FollowingEngine, WorkerEngine, type WorkerEngineOptions } from "./worker-engine.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(MEMORY_DISK, "candor-following-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const leaderHome = () => exchangeHome(join(root, "leader"));
const standbyHome = () => exchangeHome(join(root, "standby"));

const startLeader = (): LocalEngine =>
  new LocalEngine({
    home: leaderHome(),
    factory: machineFactory,
    segmentBytes: 8_192,
    clock: () => 1_000,
    snapshotInterval: 1_000_000,
  });

/** Runs `count` deposits in frames of up to 7, and returns the state hash. */
async function run(engine: LocalEngine | WorkerEngine, count: number): Promise<string> {
  const first = engine.durableSeq + 1;
  for (let seq = first; seq < first + count; seq += 7)
    await Promise.all(
      Array.from({ length: Math.min(7, first + count - seq) }, (_, i) =>
        engine.execute(tally((seq + i) % 5, seq + i, `key-${seq + i}`)),
      ),
    );
  return (await engine.stateHash()).hash;
}

/** Copies the leader's journal to the standby's home. @returns its sealed frames after a command */
function mirror(afterSeq: number): Uint8Array<ArrayBuffer>[] {
  const { journalDirectory } = leaderHome();
  cpSync(journalDirectory, standbyHome().journalDirectory, {
    recursive: true,
    filter: (file) => !file.endsWith("lock"),
  });
  const frames: Uint8Array<ArrayBuffer>[] = [];
  new JournalReader(journalDirectory, EXCHANGE_JOURNAL).read(({ firstSeq, file, offset, byteLength }) => {
    if (firstSeq > afterSeq)
      frames.push(
        Uint8Array.from(readFileSync(join(journalDirectory, file)).subarray(offset, offset + byteLength)),
      );
  });
  return frames;
}

/** Changes the digest in a sealed frame and seals it again. */
function withOtherDigest(frame: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(frame);
  const crcAt = bytes.length - 8;
  bytes.writeUInt8(bytes.readUInt8(80) ^ 1, 80);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, crcAt)), crcAt);
  return Uint8Array.from(bytes);
}

const THREAD = bundle(new URL("./testing/tally-thread.ts", import.meta.url), process.env.CANDOR_CACHE);

interface Standby extends FollowingEngine {
  readonly losses: EngineUnavailableError[];
  /** Last sequence numbers of the batches seen, first those of the recovery. */
  readonly batches: number[];
}

async function startStandby(options: Partial<WorkerEngineOptions> = {}): Promise<Standby> {
  const losses: EngineUnavailableError[] = [];
  const batches: number[] = [];
  const following = await WorkerEngine.follow({
    home: standbyHome(),
    thread: THREAD,
    segmentBytes: 8_192,
    onDown: (error) => losses.push(error),
    warn: (message) => expect.unreachable(message),
    onReplayed: ({ lastSeq }) => void batches.push(lastSeq),
    ...options,
  });
  following.engine.subscribe(({ lastSeq }) => batches.push(lastSeq));
  return Object.assign(following, { losses, batches });
}

test("CLUS-21 a standby has the leader's state at each command, answers queries and takes no commands", async () => {
  const leader = startLeader();
  await run(leader, 50);
  mirror(0);
  const standby = await startStandby();
  expect(standby.engine.durableSeq).toBe(50);
  for (const count of [1, 30, 400]) {
    const before = leader.durableSeq;
    const hash = await run(leader, count);
    await standby.apply(mirror(before));
    expect(standby.position.seq).toBe(leader.durableSeq);
    expect(await standby.engine.stateHash()).toEqual({ seq: leader.durableSeq, hash });
  }
  expect((await standby.engine.accountView(3)).balances).toEqual((await leader.accountView(3)).balances);
  await expect(standby.engine.execute(tally(1, 1))).rejects.toThrow(
    "this node is a standby and takes no commands",
  );
  expect(standby.batches.at(-1)).toBe(481);
  expect(standby.batches).toEqual(standby.batches.toSorted((a, b) => a - b));
  await leader.close();
  await standby.engine.close();
  expect(standby.losses).toEqual([]);
});

test("CLUS-21 a standby that leads continues the history, and executes first what its journal has already", async () => {
  const leader = startLeader();
  await run(leader, 300);
  await leader.close();
  mirror(0);
  const standby = await startStandby();
  const again = startLeader();
  await run(again, 20);
  await standby.apply(mirror(300));
  // Its home receives these before the standby executes them.
  const hash = await run(again, 9);
  await again.close();
  mirror(320);
  // Leaves this thread after the request to lead.
  const asking = standby.engine.exchangeView();
  const engine = await standby.lead();
  expect(engine).toBe(standby.engine);
  expect((await asking).asOfSeq).toBe(329);
  expect(await engine.stateHash()).toEqual({ seq: 329, hash });
  const { executed } = await engine.execute(tally(1, 5));
  expect(executed.seq).toBe(330);
  const last = await run(engine, 60);
  await engine.close();
  expect(standby.batches.at(-1)).toBe(390);

  const { snapshotDirectory } = standbyHome();
  expect(readdirSync(snapshotDirectory)).toHaveLength(1);
  rmSync(snapshotDirectory, { recursive: true });
  const replayed = new LocalEngine({ home: standbyHome(), factory: machineFactory });
  expect(await replayed.stateHash()).toEqual({ seq: 390, hash: last });
  await replayed.close();
});

test("CLUS-21 a standby makes snapshots at the usual interval and starts from the newest", async () => {
  const leader = startLeader();
  await run(leader, 20);
  mirror(0);
  const standby = await startStandby({ snapshotInterval: 100 });
  const hash = await run(leader, 150);
  await standby.apply(mirror(20));
  await expect.poll(() => readdirSync(standbyHome().snapshotDirectory)).toHaveLength(1);
  await standby.engine.close();
  const next = await startStandby();
  expect(next.engine.report).toMatchObject({ snapshotSeq: 170, replayedCommands: 0, lastSeq: 170 });
  expect(await next.engine.stateHash()).toEqual({ seq: 170, hash });
  await next.engine.close();
  await leader.close();
});

test("CLUS-21 a frame of another history ends the standby, which names it", async () => {
  const leader = startLeader();
  await run(leader, 20);
  mirror(0);
  const standby = await startStandby();
  await leader.close();
  rmSync(leaderHome().journalDirectory, { recursive: true });
  rmSync(leaderHome().snapshotDirectory, { recursive: true });
  const foreign = startLeader();
  await foreign.execute(tally(9, 9));
  await run(foreign, 30);
  await foreign.close();
  const frames = mirror(20);
  await expect(standby.apply(frames.slice(-1))).rejects.toThrow(/does not continue frame 3 of this standby/);
  await expect(standby.lead()).rejects.toThrow(/does not continue frame 3/);
  expect(standby.losses).toHaveLength(1);
});

test("CLUS-21 events that differ from the acknowledged ones end the standby", async () => {
  const leader = startLeader();
  await run(leader, 20);
  mirror(0);
  const standby = await startStandby();
  await leader.close();
  const dishonest = startLeader();
  await dishonest.execute(tally(1, 1));
  await dishonest.close();
  const [frame] = mirror(20);
  if (frame === undefined) throw new Error("the leader has no frame after command 20");
  await expect(standby.apply([withOtherDigest(frame)])).rejects.toThrow(
    "replay diverges in frame 4, sequence numbers 21–21 (as received from the leader, byte 0): its events differ",
  );
  expect(standby.losses).toHaveLength(1);
});

test("CLUS-21 a lost standby names the first reason, also once its thread has ended", async () => {
  const link = new StandbyLink({ seq: 0, frameNumber: 0 }, () => undefined);
  const reason = new EngineUnavailableError("replay diverges");
  const applying = link.apply([]);
  link.fail(reason);
  link.fail(new EngineUnavailableError("its thread exited with code 1"));
  await expect(applying).rejects.toBe(reason);
  await expect(link.apply([])).rejects.toBe(reason);
  await expect(link.lead(undefined)).rejects.toBe(reason);
});
