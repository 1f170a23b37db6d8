import { asTheEngine } from "./as-the-engine.ts";
import type { Bench } from "./harness.ts";

export interface RegistryEntry {
  /** Module and subject; `--only` matches part of it. */
  readonly name: string;
  readonly load: () => Promise<Bench>;
}

/** All benches in the order of `npm run bench`. Modules are loaded when they run. */
export const REGISTRY: readonly RegistryEntry[] = [
  { name: "book/flows", load: () => asTheEngine("./book-flows.ts", "bookFlows") },
  { name: "book/scaling", load: () => asTheEngine("./book-scaling.ts", "bookScaling") },
  { name: "book/memory", load: async () => (await import("./book-memory.ts")).bookMemory },
  { name: "core/deep-flow", load: () => asTheEngine("./core-deep-flow.ts", "coreDeepFlow") },
  { name: "core/perpetual-flow", load: () => asTheEngine("./perpetual-flow.ts", "perpetualFlow") },
  {
    name: "core/perpetual-mark-tick",
    load: () => asTheEngine("./perpetual-mark-tick.ts", "perpetualMarkTick"),
  },
  { name: "core/perpetual-cascade", load: () => asTheEngine("./perpetual-cascade.ts", "perpetualCascade") },
  { name: "core/mixed-flow", load: () => asTheEngine("./mixed-flow.ts", "mixedFlow") },
  { name: "core/mining-machines", load: () => asTheEngine("./mining-machines.ts", "miningMachines") },
  { name: "core/lever-accounts", load: () => asTheEngine("./lever-accounts.ts", "leverAccounts") },
  { name: "core/open-options", load: () => asTheEngine("./open-options.ts", "openOptions") },
  { name: "engine/replay", load: () => asTheEngine("./engine-replay.ts", "engineReplay") },
  { name: "engine/pipeline", load: () => asTheEngine("./engine-pipeline.ts", "enginePipeline") },
  { name: "journal/append", load: async () => (await import("./journal-append.ts")).journalAppend },
  {
    name: "projections/write",
    load: async () => (await import("./projections-write.ts")).projectionsWrite,
  },
  {
    name: "projections/profit",
    load: async () => (await import("./profit-views.ts")).profitViews,
  },
  {
    name: "projections/order-tail",
    load: async () => (await import("./profit-tail.ts")).profitTail,
  },
  { name: "socket/fan-out", load: async () => (await import("./socket-fan-out.ts")).socketFanOut },
  { name: "socket/orders", load: async () => (await import("./socket-orders.ts")).socketOrders },
  {
    name: "gateways/fan-out",
    load: async () => (await import("./gateway-fan-out.ts")).gatewayFanOut,
  },
  {
    name: "socket/order-entry",
    load: async () => (await import("./orders-over-socket.ts")).ordersOverSocket,
  },
  { name: "binance/round-trip", load: async () => (await import("./round-trips.ts")).roundTrips },
  { name: "identity/logins", load: async () => (await import("./identity-logins.ts")).identityLogins },
  { name: "identity/strangers", load: async () => (await import("./strangers-flood.ts")).strangersFlood },
  { name: "chain/watcher", load: async () => (await import("./chain-watcher.ts")).chainWatcher },
  { name: "console/pages", load: async () => (await import("./console-pages.ts")).consolePages },
  {
    name: "http/abusive-address",
    load: async () => (await import("./abusive-address.ts")).abusiveAddress,
  },
  {
    name: "web/largest-paint",
    load: async () => (await import("./web-largest-paint.ts")).webLargestPaint,
  },
  { name: "web/chart", load: async () => (await import("./web-chart.ts")).webChart },
  { name: "web/order-book", load: async () => (await import("./web-order-book.ts")).webOrderBook },
  { name: "http/orders", load: async () => (await import("./http-orders.ts")).httpOrders },
  { name: "http/tail", load: async () => (await import("./tail-latency.ts")).tailLatency },
  { name: "cluster/orders", load: async () => (await import("./cluster-orders.ts")).clusterOrders },
  { name: "server/at-rest", load: async () => (await import("./server-at-rest.ts")).serverAtRest },
  { name: "http/signed-orders", load: async () => (await import("./http-orders.ts")).signedOrders },
];
