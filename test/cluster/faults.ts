import { setTimeout as sleep } from "node:timers/promises";
import type { ClusterProcess } from "@candor/server/start/cluster/cluster-status";
import type { ClusterLoad } from "../support/cluster/cluster-load.ts";
import type { WholeCluster } from "../support/cluster/whole-cluster.ts";

const FROZEN_MS = 10_000;

/** What goes wrong, and how often. */
export type FaultKind =
  | "leader killed"
  | "leader frozen for 10 s"
  | "gateway killed"
  | "custody killed"
  | "custody frozen for 10 s"
  | "leader and custody killed"
  | "primary database killed"
  | "standby database killed";

export type FaultCounts = Readonly<Record<FaultKind, number>>;

/** Pauses in milliseconds by kind, of the trader who waited longest each time. */
export type Pauses = Map<string, number[]>;

/** Numbers below 1, always the same for a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns all faults in random order. */
export function shuffledFaults(counts: FaultCounts, random: () => number): readonly FaultKind[] {
  const kinds = Object.entries(counts).flatMap(([kind, count]) =>
    Array.from({ length: count }, () => kind as FaultKind),
  );
  for (let at = kinds.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [kinds[at], kinds[other]] = [kinds[other] as FaultKind, kinds[at] as FaultKind];
  }
  return kinds;
}

/** Breaks a cluster under load, one process after the other. */
export class Saboteur {
  readonly pauses: Pauses = new Map();
  private readonly cluster: WholeCluster;
  private readonly load: ClusterLoad;
  private readonly random: () => number;

  constructor(cluster: WholeCluster, load: ClusterLoad, random: () => number) {
    this.cluster = cluster;
    this.load = load;
    this.random = random;
  }

  /** Resolves when every trader was served again and the cluster is complete. */
  async run(kind: FaultKind): Promise<void> {
    await sleep(this.random() * 500);
    const victim = this.victimOf(kind);
    const sinceMs = performance.now();
    const also = kind === "leader and custody killed" ? this.cluster.custody : undefined;
    if (kind.endsWith("frozen for 10 s")) await this.freeze(victim, sinceMs);
    else process.kill(victim.pid, "SIGKILL");
    if (also !== undefined) process.kill(also.pid, "SIGKILL");
    await this.measure(kind, sinceMs);
    // A custody process that wakes up goes on: the core has ended its connection, and opens another one.
    if (kind === "custody frozen for 10 s") await this.cluster.complete();
    else await this.cluster.recovered(victim);
    if (also !== undefined) await this.cluster.recovered(also);
  }

  /** Measures how long the slowest trader waited since a moment. */
  async measure(kind: string, sinceMs: number): Promise<void> {
    const pauseMs = await this.load.everyoneServed(sinceMs);
    this.pauses.set(kind, [...(this.pauses.get(kind) ?? []), pauseMs]);
  }

  private async freeze({ pid }: ClusterProcess, sinceMs: number): Promise<void> {
    process.kill(pid, "SIGSTOP");
    try {
      await this.load.everyoneServed(sinceMs);
      await sleep(Math.max(0, FROZEN_MS - (performance.now() - sinceMs)));
    } finally {
      process.kill(pid, "SIGCONT");
    }
  }

  private victimOf(kind: FaultKind): ClusterProcess {
    const { cluster } = this;
    const anyOf = (role: (each: ClusterProcess) => boolean): ClusterProcess => {
      const found = cluster.process.status.processes.filter(role);
      return found[Math.floor(this.random() * found.length)] as ClusterProcess;
    };
    if (kind === "gateway killed") return anyOf(({ role }) => role === "gateway");
    if (kind === "custody killed" || kind === "custody frozen for 10 s") return cluster.custody;
    if (kind === "primary database killed") return cluster.primary;
    if (kind === "standby database killed") return anyOf((each) => each.role === "database" && !each.primary);
    return cluster.leader;
  }
}

/** Returns a table for people: p50 and maximum of each kind. */
export function pauseTable(pauses: Pauses): string {
  const rows = [...pauses].map(([kind, all]) => {
    const sorted = all.toSorted((a, b) => a - b);
    const p50 = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
    return `${kind.padEnd(28)}${String(all.length).padStart(5)}${`${p50} ms`.padStart(12)}${`${sorted.at(-1)} ms`.padStart(12)}`;
  });
  return [
    `${"pause after".padEnd(28)}${"count".padStart(5)}${"p50".padStart(12)}${"maximum".padStart(12)}`,
    ...rows,
  ].join("\n");
}
