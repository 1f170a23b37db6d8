import type { ErrorName } from "@candor/domain/errors/errors";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

const SECONDS_PER_MS = 0.001;
const BUCKETS_SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Counts the calls of one path. */
export interface CallMeter {
  accepted(milliseconds: number): void;
  rejected(error: ErrorName, milliseconds: number): void;
}

/** The gateway's metrics for Prometheus. */
export class GatewayMetrics {
  readonly registry = new Registry();
  private readonly calls = new Counter({
    name: "candor_http_calls_total",
    help: "Calls by path and outcome: accepted, or the error's name.",
    labelNames: ["path", "outcome"],
    registers: [this.registry],
  });
  private readonly seconds = new Histogram({
    name: "candor_http_call_seconds",
    help: "Time from the complete request to the reply.",
    labelNames: ["path"],
    buckets: BUCKETS_SECONDS,
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  meter(path: string): CallMeter {
    const accepted = this.calls.labels({ path, outcome: "accepted" });
    const seconds = this.seconds.labels({ path });
    return {
      accepted: (milliseconds) => {
        accepted.inc();
        seconds.observe(milliseconds * SECONDS_PER_MS);
      },
      rejected: (error, milliseconds) => {
        this.calls.labels({ path, outcome: error }).inc();
        seconds.observe(milliseconds * SECONDS_PER_MS);
      },
    };
  }

  /** A gauge that is read when collected. */
  gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      collect: () => gauge.set(read()),
    });
  }
}
