import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { choosePrimary } from "./choose-primary.ts";
import type { DatabaseServer } from "./database-server.ts";
import { standbyNames } from "./database-settings.ts";
import type { LogPosition } from "./log-position.ts";
import { Quorum } from "./quorum.ts";
import { finalPosition, streamingStandbys, waitsFor } from "./standby-state.ts";

const STEP_MS = 200;
/** A primary that has not answered for so long is killed and replaced. */
const FROZEN_MS = 10_000;
const PING_MS = 1_000;
/** An answer that is older says nothing about now. */
const RECENT_MS = 5_000;
/** Time for all voters to answer, before the former primary is started again instead. */
const QUORUM_WAIT_MS = 15_000;
/** A standby that has received nothing for so long is copied again. */
const SILENT_STANDBY_MS = 30_000;
const RESTART_PAUSE_MS = 1_000;
const APPLY_TIMEOUT_MS = 10_000;

/** What the owner of the servers does around them. */
export interface DatabaseSetOptions {
  readonly servers: readonly DatabaseServer[];
  readonly recordFile: string;
  readonly log: Logger;
  /** Creates users and databases on the first primary. */
  readonly found: (primary: DatabaseServer) => Promise<void>;
  /** Called after a server started or ended, and after a promotion. */
  readonly onChange: () => void;
}

/**
 * One primary and its standbys on one machine, with the failover that Patroni does elsewhere. One loop does everything,
 * one step after the other; only copies of data run next to it.
 */
export class DatabaseSet {
  private readonly servers: readonly DatabaseServer[];
  private readonly options: DatabaseSetOptions;
  private readonly quorum: Quorum;
  private loop: Promise<void> | undefined;
  private stopping = false;
  private answeredAtMs = 0;
  private readonly startedAtMs = new Map<string, number>();
  /** When a standby last received, or could first have received. */
  private readonly receivedAtMs = new Map<string, number>();
  private readonly copies = new Map<string, Promise<void>>();
  private shown = "";

  constructor(options: DatabaseSetOptions) {
    this.options = options;
    this.servers = options.servers;
    this.quorum = new Quorum(
      options.recordFile,
      this.servers.map(({ name }) => name),
    );
  }

  /** The server that commits; undefined before the first start. It may be down for the moment. */
  get primary(): DatabaseServer | undefined {
    return this.quorum.isKnown ? this.serverOf(this.quorum.current.primary) : undefined;
  }

  /** Standbys whose acknowledgement is enough for a commit. */
  get voters(): readonly string[] {
    return this.quorum.isKnown ? this.quorum.current.voters : [];
  }

  /** Whether the primary answers and each standby has everything and votes. */
  get isComplete(): boolean {
    return (
      this.primary?.isRunning === true &&
      Date.now() - this.answeredAtMs < RECENT_MS &&
      this.voters.length === this.servers.length - 1 &&
      this.servers.every(({ isRunning }) => isRunning)
    );
  }

  /** Resolves when the databases are complete. */
  async start(timeoutMs: number): Promise<void> {
    const deadlineMs = Date.now() + timeoutMs;
    if (this.quorum.isKnown) await this.startAgain(this.primary as DatabaseServer);
    else await this.found();
    this.loop = this.run();
    while (!this.isComplete) {
      if (this.stopping) throw new Error("stopped before the databases were ready");
      if (Date.now() > deadlineMs)
        throw new Error(`the databases were not ready within ${timeoutMs / 1_000} s; see their logs`);
      await sleep(STEP_MS);
    }
  }

  /** Ends the primary, which first sends everything to its standbys, and then these. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.loop;
    await this.primary?.stop();
    await Promise.all(this.servers.map((server) => server.stop()));
    await Promise.all(this.copies.values());
  }

  /** The first primary is created alone: nobody uses it before its standbys follow. */
  private async found(): Promise<void> {
    const [primary, ...others] = this.servers as [DatabaseServer, ...DatabaseServer[]];
    this.options.log.info("creating the databases");
    await primary.initialize();
    primary.configure({ followsPort: undefined, voters: [] });
    primary.start("primary");
    await this.untilReady(primary);
    await this.options.found(primary);
    const diverged = others.map(({ name }) => name);
    this.quorum.write({ term: 1, primary: primary.name, voters: [], diverged, isPromoting: false });
    await this.configureToWait(primary);
  }

  /** Starts the recorded primary. It has every acknowledged commit. */
  private async startAgain(primary: DatabaseServer): Promise<void> {
    const { isPromoting } = this.quorum.current;
    primary.configure({ followsPort: undefined, voters: this.quorum.awaited });
    if (isPromoting && !primary.hasStandbyData) this.distrustOthers(primary);
    primary.start(primary.hasStandbyData ? "standby" : "primary");
    await this.untilReady(primary);
    this.answeredAtMs = Date.now();
  }

  /**
   * A server that crashed in the middle of its promotion may continue the former primary's timeline, in which a rewind
   * would not notice differences. So the others are copied.
   */
  private distrustOthers(primary: DatabaseServer): void {
    const others = this.servers.filter((server) => server !== primary);
    this.quorum.update({ diverged: others.map(({ name }) => name), voters: [], isPromoting: false });
    for (const server of others) server.removeData();
  }

  private async untilReady(server: DatabaseServer): Promise<void> {
    while ((await server.ping()) !== "ready") {
      if (!server.isRunning) throw new Error(`${server.name} ended while it started; see its log`);
      if (this.stopping) throw new Error("stopping");
      await sleep(STEP_MS);
    }
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      let isUrgent = false;
      try {
        isUrgent = await this.step();
      } catch (error) {
        if (!this.stopping) this.options.log.warn(`databases: ${(error as Error).message}`);
      }
      this.showChanges();
      if (!isUrgent) await sleep(STEP_MS);
    }
  }

  /** @returns whether the next step must follow at once */
  private async step(): Promise<boolean> {
    const primary = this.primary as DatabaseServer;
    if (!primary.isRunning) {
      await this.replacePrimary(primary);
      return true;
    }
    if (Date.now() - this.answeredAtMs > PING_MS && !(await this.answers(primary))) return !primary.isRunning;
    if (this.quorum.current.isPromoting) await this.promote(primary);
    const streaming = await streamingStandbys(primary);
    for (const server of this.servers)
      if (server !== primary && !this.copies.has(server.name)) await this.tend(server, primary, streaming);
    return false;
  }

  /** Whether the primary works. Kills one that has said nothing for too long. */
  private async answers(primary: DatabaseServer): Promise<boolean> {
    const answer = await primary.ping();
    if (answer === "silent" && Date.now() - this.answeredAtMs > FROZEN_MS) {
      this.options.log.warn(`${primary.name} does not answer: ending it`);
      await primary.kill();
    }
    // A server whose connections are all used lives: those that exist go on.
    if (answer === "ready" || answer === "full") this.answeredAtMs = Date.now();
    // It says so itself while it replays its log, for as long as that takes.
    if (answer === "starting") this.answeredAtMs = Date.now() - PING_MS;
    return answer === "ready" || answer === "full";
  }

  /** Brings one standby forward: starts it, makes it a voter, or has it copied again. */
  private async tend(
    server: DatabaseServer,
    primary: DatabaseServer,
    streaming: ReadonlyMap<string, LogPosition>,
  ): Promise<void> {
    const { voters, diverged } = this.quorum.current;
    if (diverged.includes(server.name)) {
      this.copies.set(server.name, this.reunite(server, primary));
      return;
    }
    if (server.followsPort !== primary.port) this.follow(server, primary);
    if (!server.isRunning) this.startStandby(server);
    if (streaming.has(server.name)) {
      this.receivedAtMs.set(server.name, Date.now());
      if (!voters.includes(server.name)) await this.quorum.admit(server.name, primary);
    } else if (Date.now() - (this.receivedAtMs.get(server.name) ?? 0) > SILENT_STANDBY_MS) {
      this.options.log.warn(`${server.name} receives nothing: copying it again`);
      await this.quorum.expel(server.name, primary);
    }
  }

  private follow(server: DatabaseServer, primary: DatabaseServer): void {
    server.configure({ followsPort: primary.port, voters: this.quorum.awaited });
    this.receivedAtMs.set(server.name, Date.now());
  }

  /** A crashed standby is started at once, one that crashes again and again once a second. */
  private startStandby(server: DatabaseServer): void {
    if (Date.now() - (this.startedAtMs.get(server.name) ?? 0) < RESTART_PAUSE_MS) return;
    this.startedAtMs.set(server.name, Date.now());
    server.start("standby");
  }

  /** Makes a server whose data may differ follow the primary: by removing what differs, otherwise by a copy. */
  private async reunite(server: DatabaseServer, primary: DatabaseServer): Promise<void> {
    const { term } = this.quorum.current;
    try {
      await server.stop();
      const isRewound = server.hasData && (await this.rewind(server, primary));
      if (!isRewound) await server.copyFrom(primary);
      // After a promotion in the meantime the data may differ again.
      const { diverged, term: termNow } = this.quorum.current;
      if (term !== termNow || this.stopping) return;
      this.follow(server, primary);
      this.quorum.update({ diverged: diverged.filter((name) => name !== server.name) });
      this.options.log.info(`${server.name} has the primary's data after a ${isRewound ? "rewind" : "copy"}`);
    } catch (error) {
      if (!this.stopping) this.options.log.warn(`databases: ${(error as Error).message}`);
      await sleep(RESTART_PAUSE_MS);
    } finally {
      this.copies.delete(server.name);
    }
  }

  private async rewind(server: DatabaseServer, primary: DatabaseServer): Promise<boolean> {
    try {
      await server.rewindFrom(primary);
      return true;
    } catch (error) {
      this.options.log.info(`${(error as Error).message}; copying instead`);
      return false;
    }
  }

  /**
   * Promotes the voter with the longest log. A commit is acknowledged only once a voter has it. After the former primary
   * has ended and no voter receives from it, none can be acknowledged any more. So the longest log among all voters has
   * every acknowledged commit. If one voter does not answer, the former primary is started again instead, which has them
   * too.
   */
  private async replacePrimary(former: DatabaseServer): Promise<void> {
    const { voters, diverged, term } = this.quorum.current;
    const positions = await this.finalPositions(voters);
    const chosen = choosePrimary(this.quorum.current, positions);
    if (this.stopping) return;
    if (chosen === undefined) {
      this.options.log.warn(`starting ${former.name} again: not all standbys with its commits answered`);
      await this.startAgain(former);
      return;
    }
    this.options.log.warn(`${former.name} ended: promoting ${chosen} (${describe(positions)})`);
    this.quorum.write({
      term: term + 1,
      primary: chosen,
      voters: [],
      diverged: [...new Set([...diverged, former.name])],
      isPromoting: true,
    });
    await this.promote(this.serverOf(chosen));
  }

  /** Makes the recorded primary one. Repeated after a crash. */
  private async promote(primary: DatabaseServer): Promise<void> {
    if (await primary.isStandby()) {
      await this.configureToWait(primary);
      const [row] = await primary.query<{ done: boolean }>("select pg_promote(true, 60) as done", 65_000);
      if (row?.done !== true) throw new Error(`${primary.name} was not promoted within 60 s`);
    }
    this.quorum.update({ isPromoting: false });
    this.answeredAtMs = Date.now();
    this.showChanges();
  }

  /** Makes a server wait for standbys before it may commit for anyone. */
  private async configureToWait(server: DatabaseServer): Promise<void> {
    const voters = this.quorum.awaited;
    server.configure({ followsPort: undefined, voters });
    const deadlineMs = Date.now() + APPLY_TIMEOUT_MS;
    while (!(await waitsFor(server, standbyNames(voters)))) {
      if (Date.now() > deadlineMs) throw new Error(`${server.name} does not apply its configuration`);
      await sleep(20);
    }
  }

  /** Stops all voters from receiving. @returns the ends of their logs, of those that answer */
  private async finalPositions(voters: readonly string[]): Promise<ReadonlyMap<string, LogPosition>> {
    const deadlineMs = Date.now() + QUORUM_WAIT_MS;
    const positions = new Map<string, LogPosition>();
    await Promise.all(
      voters.map(async (name) => {
        const server = this.serverOf(name);
        server.configure({ followsPort: undefined, voters: this.quorum.awaited });
        if (!server.isRunning) server.start("standby");
        const position = await finalPosition(server, deadlineMs);
        if (position !== undefined) positions.set(name, position);
      }),
    );
    return positions;
  }

  private serverOf(name: string): DatabaseServer {
    const server = this.servers.find((each) => each.name === name);
    if (server === undefined) throw new Error(`there is no database server ${name}`);
    return server;
  }

  private showChanges(): void {
    const text = JSON.stringify([this.quorum.current, this.servers.map(({ pid }) => pid)]);
    if (text === this.shown) return;
    this.shown = text;
    this.options.onChange();
  }
}

const describe = (positions: ReadonlyMap<string, LogPosition>): string =>
  [...positions].map(([name, position]) => `${name} at ${position}`).join(", ");
