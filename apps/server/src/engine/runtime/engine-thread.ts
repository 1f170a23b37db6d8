import { once } from "node:events";
import { constants } from "node:os";
import { type MessagePort, parentPort, receiveMessageOnPort, Worker, workerData } from "node:worker_threads";
import type { EventBatch } from "@candor/domain/engine-port";
import { replicate } from "../../kit/durable/replicated-home.ts";
import { DatabaseHome } from "../../kit/journal-database/database-home.ts";
import { WriterCaller } from "../../kit/journal-database/writer-caller.ts";
import { lowerPriority } from "../../kit/threads/lower-priority.ts";
import { partOf } from "./client-part.ts";
import type { MachineFactory } from "./engine-machine.ts";
import type { EngineRequest } from "./engine-messages.ts";
import { followJournal } from "./follow-journal.ts";
import type { FollowSettings } from "./follow-messages.ts";
import { Follower } from "./follower.ts";
import { loaderOf } from "./load-thread.ts";
import { makeSnapshot } from "./machine-at.ts";
import { type RecoveryReport, recover } from "./recover.ts";
import { SnapshotSchedule } from "./snapshot-schedule.ts";
import { ENGINE_LIMITS } from "./thread-limits.ts";
import { Following, Leading, type LeadingSettings, type ThreadRole } from "./thread-roles.ts";
import { UnreadBatches } from "./unread-batches.ts";
import {
  type EngineReplication,
  type FromClient,
  type FromWorker,
  MAX_UNREAD_REPLAYS,
  type SnapshotSettings,
  type ToClient,
  type ToWorker,
  type WorkerSettings,
} from "./worker-messages.ts";

/**
 * The engine's thread. Requests that arrive while a frame is written form the next batch, so group commit adapts to the
 * load. An error here ends the thread, and with it the engine.
 */
const MAX_BATCH_COMMANDS = 8_192;
/** Keeps the batch below the maximum frame size, even with one more request of maximum size. */
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

/** How the thread follows, and how that ends. */
interface Standby {
  readonly follower: Follower;
  readonly following: Following;
  lead(): { readonly role: Leading; readonly report: RecoveryReport };
}

/** A clock jump is detected within this time, even without commands. */
const LOOK_AT_CLOCK_EVERY_MS = 50;

interface Client {
  readonly port: MessagePort;
  /** Undefined for the thread that started this one. */
  readonly unread: UnreadBatches | undefined;
  readonly maxUnreadBytes: number;
}

class EngineThread {
  private readonly port: MessagePort;
  private readonly starter: Client;
  /** First the thread that started this one; others join with their own ports. */
  private clients: readonly Client[];
  private role: ThreadRole;
  /** Set while it follows. */
  private following: Standby | undefined;
  private timer: NodeJS.Timeout | undefined;
  private closing = false;
  /** Sent the message that is being read. */
  private sender: Client;
  /** Client that was polled last, so that each gets its turn. */
  private turn = 0;

  private readonly maxBatchCommands: number;

  /** @param isSerial whether each request is a frame of its own */
  constructor(port: MessagePort, role: ThreadRole, isSerial: boolean, following?: Standby) {
    this.port = port;
    this.starter = { port, unread: undefined, maxUnreadBytes: Number.POSITIVE_INFINITY };
    this.clients = [this.starter];
    this.sender = this.starter;
    this.role = role;
    this.following = following;
    this.maxBatchCommands = isSerial ? 1 : MAX_BATCH_COMMANDS;
  }

  listen(): void {
    this.timer = setInterval(() => this.role.lookAtClock(), LOOK_AT_CLOCK_EVERY_MS);
    this.port.on("message", (message: ToWorker) => this.take(this.starter, message));
  }

  /** Requests of all clients form one batch. */
  private take(client: Client, first: ToWorker): void {
    this.sender = client;
    const requests: EngineRequest[] = [];
    const owners: Client[] = [];
    let commands = 0;
    let bytes = 0;
    for (let message: ToWorker | undefined = first; message !== undefined; message = this.poll()) {
      if (message.kind === "close") {
        this.closing = true;
        break;
      }
      if (message.kind === "request") {
        requests.push(message.request);
        owners.push(this.sender);
        commands += message.request.commands;
        bytes += message.request.bytes.length;
        if (commands >= this.maxBatchCommands || bytes >= MAX_BATCH_BYTES) break;
      } else this.obey(message);
    }
    if (requests.length > 0) this.execute(requests, owners);
    if (this.closing) void this.close();
  }

  private obey(message: Exclude<ToWorker, { kind: "request" | "close" }>): void {
    switch (message.kind) {
      case "join":
        return this.join(message);
      case "accept-clock":
        return this.role.acceptClock(message.deviationMs);
      case "frames":
        return this.follow(message.frames);
      case "skips":
        return this.standby().follower.readSkips();
      case "lead":
        return this.lead(message.replication);
    }
  }

  private standby(): Standby {
    if (this.following === undefined) throw new Error("the engine does not follow a leader");
    return this.following;
  }

  private follow(frames: readonly Uint8Array<ArrayBuffer>[]): void {
    const { following, follower } = this.standby();
    following.apply(frames);
    post(this.port, { kind: "applied", position: follower.position });
  }

  private lead(replication: EngineReplication | undefined): void {
    const standby = this.standby();
    beginReplication(replication);
    const { role, report } = standby.lead();
    this.following = undefined;
    this.role = role;
    post(this.port, { kind: "ready", report });
  }

  /** Sends a batch that no client of this thread has commands in. */
  publish(batch: EventBatch): void {
    for (const client of this.clients) {
      post(client.port, { kind: "result", result: { batch, answers: [], own: [] } });
      if (client !== this.starter) this.dropIfStuck(client, batch);
    }
  }

  /** Sets `sender`. */
  private poll(): ToWorker | undefined {
    const { clients } = this;
    for (let left = clients.length; left > 0; left--) {
      this.turn = (this.turn + 1) % clients.length;
      const client = clients[this.turn] as Client;
      const received: { message: ToWorker } | undefined = receiveMessageOnPort(client.port);
      if (received === undefined) continue;
      this.sender = client;
      return received.message;
    }
    return undefined;
  }

  /** What a client sent before its thread ended is executed; its answers are dropped. */
  private join({ port, maxUnreadBytes }: Extract<ToWorker, { kind: "join" }>): void {
    const unread = new UnreadBatches();
    const client: Client = { port, unread, maxUnreadBytes };
    this.clients = [...this.clients, client];
    // A dropped client gets no answers, so what it has sent meanwhile must not be executed.
    port.on("message", (message: FromClient) => {
      if (this.clients.includes(client)) this.take(client, message);
    });
    port.once("close", () => this.remove(client));
    const { lastSeq } = this.role;
    post(port, { kind: "joined", lastSeq, unread: unread.memory });
  }

  private remove(client: Client): void {
    this.clients = this.clients.filter((each) => each !== client);
  }

  private execute(requests: readonly EngineRequest[], owners: readonly Client[]): void {
    const result = this.role.execute(requests);
    if (this.clients.length === 1) {
      post(this.port, { kind: "result", result });
      return;
    }
    for (const client of this.clients) {
      const part = partOf(result, requests, (at) => owners[at] === client);
      if (part.batch === undefined && part.answers.length === 0) continue;
      post(client.port, { kind: "result", result: part });
      if (part.batch !== undefined) this.dropIfStuck(client, part.batch);
    }
  }

  /** What a client does not receive stays in memory. One that is far behind loses its link. */
  private dropIfStuck(client: Client, sent: EventBatch): void {
    const unreadBytes = client.unread?.send(sent) ?? 0;
    if (unreadBytes <= client.maxUnreadBytes) return;
    this.remove(client);
    client.port.close();
    post(this.port, {
      kind: "warning",
      message: `engine: a client was dropped because it did not read ${unreadBytes} bytes of events`,
    });
  }

  private async close(): Promise<void> {
    clearInterval(this.timer);
    await this.role.close();
    for (const { port } of this.clients) port.close();
  }
}

/**
 * Copies the message. Never transfer buffers out of the engine thread: after one detach, V8 checks every typed array
 * access for detached buffers.
 */
function post(port: MessagePort, message: FromWorker | ToClient): void {
  port.postMessage(message);
}

/** Runs the engine, makes one snapshot next to it, or follows the journal of an engine in another process. */
export async function runEngineThread(factory: MachineFactory): Promise<void> {
  const settings = workerData as WorkerSettings | SnapshotSettings | FollowSettings;
  if (settings.task === "engine") return serve(settings, factory);
  if (settings.task === "follow") return followJournal(settings, factory);
  lowerPriority(constants.priority.PRIORITY_LOW);
  return makeSnapshot(settings.home, factory, settings.seq);
}

/**
 * Makes a snapshot from the history on disk in a thread of its own: copying a large state here would delay every caller by
 * tenths of a second.
 */
async function makeSnapshotApart(settings: SnapshotSettings, thread: string): Promise<void> {
  const worker = new Worker(loaderOf(thread), {
    name: "snapshot",
    workerData: settings,
    resourceLimits: ENGINE_LIMITS,
    eval: true,
  });
  const [exitCode] = (await once(worker, "exit")) as [number];
  if (exitCode !== 0) throw new Error(`the snapshot's thread exited with code ${exitCode}`);
}

/** Recovers, then serves the parent thread. */
function serve(settings: WorkerSettings, factory: MachineFactory): void {
  if (parentPort === null) throw new Error("the engine's thread must be started by WorkerEngine");
  if (settings.follows) return serveAsStandby(parentPort, settings, factory);
  const port = parentPort;
  beginReplication(settings.replication);
  const recovered = recover({
    home: settings.home,
    factory,
    segmentBytes: settings.segmentBytes,
    eventsAfterSeq: settings.eventsAfterSeq,
    onEvents: settings.eventsAfterSeq === undefined ? undefined : replayTo(port, settings.replaysRead),
  });
  const { report } = recovered;
  const role = new Leading(recovered, leadingSettings(port, settings, report.snapshotSeq));
  post(port, { kind: "ready", report });
  new EngineThread(port, role, settings.isSerial).listen();
}

/** Recovers without changing the home, then executes what it receives until it leads. */
function serveAsStandby(port: MessagePort, settings: WorkerSettings, factory: MachineFactory): void {
  const { home, segmentBytes, replaysRead } = settings;
  let publish = replayTo(port, replaysRead);
  const onEvents = (batch: EventBatch): void => publish(batch);
  const follower = new Follower({ home, factory, segmentBytes, onEvents });
  const leading = leadingSettings(port, settings, follower.report.snapshotSeq);
  const following = new Following(follower, leading);
  const lead = (): { role: Leading; report: RecoveryReport } => {
    const recovered = follower.lead();
    return { role: new Leading(recovered, leading), report: recovered.report };
  };
  const thread = new EngineThread(port, following, settings.isSerial, { follower, following, lead });
  publish = (batch) => thread.publish(batch);
  post(port, { kind: "ready", report: follower.report });
  thread.listen();
}

/** From here on, what this thread writes is durable in the database first. */
function beginReplication(replication: EngineReplication | undefined): void {
  if (replication !== undefined)
    replicate(replication.home, new DatabaseHome(new WriterCaller(replication.link)));
}

function leadingSettings(port: MessagePort, settings: WorkerSettings, snapshotSeq: number): LeadingSettings {
  const { home, snapshotInterval, thread, time, timeSettings } = settings;
  const warn = (message: string): void => post(port, { kind: "warning", message });
  return {
    home,
    schedule: new SnapshotSchedule({ snapshotSeq, interval: snapshotInterval, warn }),
    makeSnapshot: (seq) => makeSnapshotApart({ task: "snapshot", home, seq }, thread),
    time,
    timeSettings,
  };
}

/** Sends replayed batches, and waits when the reader falls behind. */
function replayTo(port: MessagePort, replaysRead: SharedArrayBuffer): (batch: EventBatch) => void {
  const read = new Int32Array(replaysRead);
  let posted = 0;
  return (batch) => {
    post(port, { kind: "replayed", batch });
    posted++;
    for (let seen = Atomics.load(read, 0); posted - seen >= MAX_UNREAD_REPLAYS; seen = Atomics.load(read, 0))
      Atomics.wait(read, 0, seen);
  };
}
