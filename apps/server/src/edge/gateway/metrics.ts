import type { ErrorName } from "@candor/domain/errors/errors";
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObject,
  Registry,
} from "prom-client";

const SECONDS_PER_MS = 0.001;
const BUCKETS_SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Counts the calls of one path. */
export interface CallMeter {
  accepted(milliseconds: number): void;
  rejected(error: ErrorName, milliseconds: number): void;
}

const CALLS = "candor_http_calls_total";
const CALL_SECONDS = "candor_http_call_seconds";
const SOCKETS = "candor_sockets";
const SOCKET_MESSAGES = "candor_socket_messages_total";
/** Metrics that gateway threads keep too. */
const OF_THREADS: ReadonlySet<string> = new Set([CALLS, CALL_SECONDS, SOCKETS, SOCKET_MESSAGES]);

/** The gateway's metrics for Prometheus. */
export class GatewayMetrics {
  readonly registry = new Registry();
  /** Returns the metrics of calls and sockets in other threads. */
  others: () => Promise<readonly MetricObject[][]> = () => Promise.resolve([]);
  private readonly calls = new Counter({
    name: CALLS,
    help: "Calls by path and outcome: accepted, or the error's name.",
    labelNames: ["path", "outcome"],
    registers: [this.registry],
  });
  private readonly seconds = new Histogram({
    name: CALL_SECONDS,
    help: "Time from the complete request to the reply.",
    labelNames: ["path"],
    buckets: BUCKETS_SECONDS,
    registers: [this.registry],
  });

  /** @param ofProcess whether to measure the process too, which one thread is enough for */
  constructor(ofProcess = true) {
    if (ofProcess) collectDefaultMetrics({ register: this.registry });
  }

  /** Returns this thread's metrics of calls and sockets, which can be copied to another thread. */
  async ofThread(): Promise<MetricObject[]> {
    return (await this.registry.getMetricsAsJSON()).filter(({ name }) => OF_THREADS.has(name));
  }

  /** Returns all metrics as text; calls and sockets are those of all threads. */
  async text(): Promise<string> {
    const others = await this.others();
    if (others.length === 0) return await this.registry.metrics();
    const summed = AggregatorRegistry.aggregate([await this.ofThread(), ...others]);
    const names = this.registry.getMetricsAsArray().map(({ name }) => name);
    const texts = names.map((name) =>
      (OF_THREADS.has(name) ? summed : this.registry).getSingleMetricAsString(name),
    );
    return `${(await Promise.all(texts)).join("\n\n")}\n`;
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

  /** Names the role of this process. */
  role(role: string): void {
    const gauge = new Gauge({
      name: "candor_role",
      help: "1 for the role of this process.",
      labelNames: ["role"],
      registers: [this.registry],
    });
    gauge.labels({ role }).set(1);
  }

  /** Measures the sockets of this thread. */
  ofSockets(statistics: () => { readonly connections: number; readonly messagesSent: number }): void {
    this.gauge(SOCKETS, "Open sockets.", () => statistics().connections);
    const sent: Counter = new Counter({
      name: SOCKET_MESSAGES,
      help: "Public messages sent over sockets.",
      registers: [this.registry],
      collect: () => {
        sent.reset();
        sent.inc(statistics().messagesSent);
      },
    });
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
