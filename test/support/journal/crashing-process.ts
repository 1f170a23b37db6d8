import { readdirSync } from "node:fs";
import path from "node:path";
import { threadId } from "node:worker_threads";
import { DirectoryLock } from "@candor/journal/directory-lock";
import { mirrorOptions } from "@candor/server/engine/home/replication";
import { replicate } from "@candor/server/kit/durable/replicated-home";
import { DatabaseHome } from "@candor/server/kit/journal-database/database-home";
import type { DatabaseSettings } from "@candor/server/kit/journal-database/database-settings";
import { mirrorHome } from "@candor/server/kit/journal-database/home-mirror";
import { lead } from "@candor/server/kit/journal-database/lead";
import { type StartedWriter, startWriter } from "@candor/server/kit/journal-database/start-writer";
import { WriterCaller } from "@candor/server/kit/journal-database/writer-caller";
import type { StoredEnd, WriterRequest } from "@candor/server/kit/journal-database/writer-messages";

/** Stands for SIGKILL at one moment. */
class Crash extends Error {}

/** Where a process is killed: at its Nth request to the database, before it is sent or after it is executed. */
export interface CrashPoint {
  readonly request: number;
  readonly moment: "before" | "after";
}

/** A process that leads the exchange in a database until it is killed. */
export class CrashingProcess {
  private readonly home: string;
  private readonly writer: StartedWriter;
  private readonly caller: WriterCaller;
  private readonly point: CrashPoint | undefined;
  private readonly end: () => void;
  private requests = 0;
  private isDead = false;

  /** Takes over, mirrors and replicates, as a server does at its start. */
  static async start(home: string, database: DatabaseSettings, point?: CrashPoint): Promise<CrashingProcess> {
    const { term } = await lead(database, { name: "test", address: "", reason: "test" });
    await mirrorHome(mirrorOptions({ home, database }, () => undefined));
    return new CrashingProcess(home, startWriter({ database, term, name: "test" }), point);
  }

  private constructor(home: string, writer: StartedWriter, point: CrashPoint | undefined) {
    this.home = home;
    this.writer = writer;
    this.point = point;
    this.caller = new WriterCaller(writer.link);
    this.end = replicate(home, new DatabaseHome({ call: (request) => this.call(request) }));
  }

  /** Whether the point was reached. */
  get hasCrashed(): boolean {
    return this.isDead;
  }

  /** Ends it; what it has open stays as it is. */
  async stop(): Promise<void> {
    this.end();
    await this.writer.close();
    this.caller.close();
    releaseLocks(this.home);
  }

  private call(request: WriterRequest): StoredEnd | undefined {
    if (this.isDead) throw new Crash("killed");
    this.requests++;
    const isHere = this.requests === this.point?.request;
    if (isHere && this.point?.moment === "before") this.crash();
    const end = this.caller.call(request);
    if (isHere) this.crash();
    return end;
  }

  private crash(): never {
    this.isDead = true;
    throw new Crash("killed");
  }
}

function releaseLocks(home: string): void {
  for (const entry of readdirSync(home, { recursive: true, withFileTypes: true }))
    if (entry.name === "lock") DirectoryLock.releaseOfDeadThread(path.resolve(entry.parentPath), threadId);
}
