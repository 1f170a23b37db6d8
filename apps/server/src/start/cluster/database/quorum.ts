import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseServer } from "./database-server.ts";
import { standbyNames } from "./database-settings.ts";
import { type QuorumRecord, readQuorum, writeQuorum } from "./quorum-record.ts";
import { catchesUp, waitsFor } from "./standby-state.ts";

const CATCH_UP_MS = 5_000;
/** In this time each process that sends to a standby applies a changed configuration. */
const APPLY_MS = 500;

/** The record of who must have a commit before it is acknowledged, and its changes while a primary runs. */
export class Quorum {
  private readonly file: string;
  private readonly names: readonly string[];
  private record: QuorumRecord | undefined;

  /** @param names all servers */
  constructor(file: string, names: readonly string[]) {
    this.file = file;
    this.names = names;
    this.record = readQuorum(file);
  }

  get isKnown(): boolean {
    return this.record !== undefined;
  }

  get current(): QuorumRecord {
    if (this.record === undefined) throw new Error("the databases are not created yet");
    return this.record;
  }

  write(record: QuorumRecord): void {
    writeQuorum(this.file, record);
    this.record = record;
  }

  /** Changes parts of the record. */
  update(change: Partial<QuorumRecord>): void {
    this.write({ ...this.current, ...change });
  }

  /** Standbys that the primary must be configured to wait for: the voters, or the followers while there is none. */
  get awaited(): readonly string[] {
    const { voters, primary, diverged } = this.current;
    if (voters.length > 0) return voters;
    const others = this.names.filter((name) => name !== primary);
    const followers = others.filter((name) => !diverged.includes(name));
    return followers.length > 0 ? followers : others;
  }

  /** Lets a standby that has everything acknowledge commits. Does nothing if it does not catch up in time. */
  async admit(name: string, primary: DatabaseServer): Promise<void> {
    const { voters } = this.current;
    if (voters.length === 0) {
      // While nobody votes, nobody is promoted: the primary may wait for the new voter before that is recorded.
      await this.awaitOnly([name], primary);
      if (await catchesUp(primary, name, CATCH_UP_MS)) this.update({ voters: [name] });
      return;
    }
    if (!(await catchesUp(primary, name, CATCH_UP_MS))) return;
    this.update({ voters: [...voters, name] });
    await this.awaitOnly(this.current.voters, primary);
  }

  /**
   * Gives up a standby's data: from then on nobody counts on what it has acknowledged. @returns false if another voter
   * does not have everything yet
   */
  async expel(name: string, primary: DatabaseServer): Promise<boolean> {
    const { voters, diverged } = this.current;
    const others = voters.filter((voter) => voter !== name);
    if (others.length > 0 && others.length < voters.length) {
      await this.awaitOnly(others, primary);
      for (const voter of others) if (!(await catchesUp(primary, voter, CATCH_UP_MS))) return false;
    }
    this.update({ voters: others, diverged: [...new Set([...diverged, name])] });
    return true;
  }

  private async awaitOnly(voters: readonly string[], primary: DatabaseServer): Promise<void> {
    if (await waitsFor(primary, standbyNames(voters))) return;
    primary.configure({ followsPort: undefined, voters });
    const deadlineMs = Date.now() + CATCH_UP_MS;
    while (!(await waitsFor(primary, standbyNames(voters)))) {
      if (Date.now() > deadlineMs) throw new Error(`${primary.name} does not apply its configuration`);
      await sleep(50);
    }
    // What another process acknowledged by the earlier configuration must be in the position that is read next.
    await sleep(APPLY_MS);
  }
}
