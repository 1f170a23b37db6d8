import type { Bench } from "./harness.ts";

export interface RegistryEntry {
  /** Room and subject; `--only` looks for a part of it. */
  readonly name: string;
  readonly load: () => Promise<Bench>;
}

/** Every bench, in the order of `npm run bench`. Modules are loaded when their turn comes. */
export const REGISTRY: readonly RegistryEntry[] = [
  { name: "book/flows", load: async () => (await import("./book-flows.ts")).bookFlows },
  { name: "book/scaling", load: async () => (await import("./book-scaling.ts")).bookScaling },
  { name: "book/memory", load: async () => (await import("./book-memory.ts")).bookMemory },
  { name: "core/deep-flow", load: async () => (await import("./core-deep-flow.ts")).coreDeepFlow },
  { name: "core/perpetual-flow", load: async () => (await import("./perpetual-flow.ts")).perpetualFlow },
  {
    name: "core/perpetual-mark-tick",
    load: async () => (await import("./perpetual-mark-tick.ts")).perpetualMarkTick,
  },
  {
    name: "core/perpetual-cascade",
    load: async () => (await import("./perpetual-cascade.ts")).perpetualCascade,
  },
  { name: "core/mixed-flow", load: async () => (await import("./mixed-flow.ts")).mixedFlow },
  {
    name: "core/mining-machines",
    load: async () => (await import("./mining-machines.ts")).miningMachines,
  },
  {
    name: "core/lever-accounts",
    load: async () => (await import("./lever-accounts.ts")).leverAccounts,
  },
  {
    name: "core/open-options",
    load: async () => (await import("./open-options.ts")).openOptions,
  },
  { name: "engine/replay", load: async () => (await import("./engine-replay.ts")).engineReplay },
  { name: "engine/pipeline", load: async () => (await import("./engine-pipeline.ts")).enginePipeline },
  {
    name: "projections/write",
    load: async () => (await import("./projections-write.ts")).projectionsWrite,
  },
  { name: "socket/fan-out", load: async () => (await import("./socket-fan-out.ts")).socketFanOut },
  { name: "socket/orders", load: async () => (await import("./socket-orders.ts")).socketOrders },
  { name: "identity/logins", load: async () => (await import("./identity-logins.ts")).identityLogins },
  { name: "chain/watcher", load: async () => (await import("./chain-watcher.ts")).chainWatcher },
  { name: "console/pages", load: async () => (await import("./console-pages.ts")).consolePages },
  { name: "http/orders", load: async () => (await import("./http-orders.ts")).httpOrders },
];
