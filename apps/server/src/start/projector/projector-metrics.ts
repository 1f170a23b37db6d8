import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Lag } from "./projection-lag.ts";

/** What a projector tells about itself. */
export interface ProjectorStatus {
  /** `waiting`: another projector writes, and this one takes over when it ends. */
  readonly status: "starting" | "waiting" | "projecting";
  /** The leader's term, as of its last report; 0 on a single machine. */
  readonly term: number;
  /** The last command in the tables; 0 unless it is projecting. */
  readonly reachedSeq: number;
  readonly lag: Lag;
  readonly rows: number;
  readonly transactions: number;
}

/** Metrics of a projector. Each read asks for its status. */
export function projectorMetrics(status: () => ProjectorStatus): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, read: (now: ProjectorStatus) => number): void => {
    const made: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      collect: () => made.set(read(status())),
    });
  };
  gauge("candor_projector_term", "The leader's term; 0 on a single machine.", (now) => now.term);
  gauge("candor_projector_active", "1 while this projector writes, 0 while another one does.", (now) =>
    now.status === "projecting" ? 1 : 0,
  );
  gauge(
    "candor_read_models_seq",
    "Sequence number of the last command in the read models.",
    (now) => now.reachedSeq,
  );
  gauge(
    "candor_projector_lag_commands",
    "Commands that this projector has read and not written.",
    (now) => now.lag.commands,
  );
  gauge(
    "candor_projector_lag_ms",
    "Age of the oldest command that this projector has read and not written, in milliseconds.",
    (now) => now.lag.ms,
  );
  gauge("candor_projector_rows", "Rows written by this session.", (now) => now.rows);
  gauge("candor_projector_transactions", "Transactions of this session.", (now) => now.transactions);
  return registry;
}
