import type { EnginePort } from "@candor/domain/engine-port";
import { FrameFinder } from "@candor/journal/frame-finder";
import type { Environment } from "../../config/environment.ts";
import type { FaultRules } from "../../edge/binance-api/faults/fault-rules.ts";
import { FundedAccounts } from "../../edge/sandbox-door/funded-accounts.ts";
import { DoorTime } from "../../edge/sandbox-door/manual-time.ts";
import { type DoorOptions, openSandboxDoor } from "../../edge/sandbox-door/open-sandbox-door.ts";
import { exchangeHome } from "../../engine/runtime/exchange-home.ts";
import type { Closers } from "../../kit/closers.ts";
import type { Listings } from "../../market/market-data/listings.ts";
import type { ExchangeClock } from "../../market/prices/clock.ts";
import { ManualClock } from "../../market/prices/manual-clock.ts";
import type { Identity } from "../../people/identity/identity-service.ts";
import type { ProjectorPort } from "../../records/projections/projector-port.ts";

interface SandboxExchange {
  readonly environment: Environment;
  readonly engine: EnginePort;
  readonly listings: Listings;
  readonly identity: Identity;
  readonly log: DoorOptions["log"];
  readonly projector: ProjectorPort;
  readonly clock: ExchangeClock;
  readonly faults: FaultRules | undefined;
  readonly closers: Closers;
}

function doorTimeOf({ clock, engine, projector, environment }: SandboxExchange): DoorTime | undefined {
  if (!(clock instanceof ManualClock)) return undefined;
  const finder = new FrameFinder(exchangeHome(environment.home).journalDirectory);
  return new DoorTime({
    clock,
    journalTime: async () => {
      const { executed } = await engine.execute({ kind: "advance-time" });
      if (executed.error !== undefined) throw new Error(`advance-time was rejected: ${executed.error}`);
    },
    flushed: async () => {
      await clock.settled();
      await projector.drain();
    },
    journalEnd: async () => {
      const seq = engine.durableSeq;
      return { seq, hash: (await finder.find(seq))?.hash ?? "" };
    },
  });
}

/** Lets the owner of a sandbox open accounts with play money and ask for faults. Throws in live mode. */
export async function startSandboxDoor(exchange: SandboxExchange, port: number): Promise<void> {
  const { environment, engine, faults, listings, identity, log, closers } = exchange;
  const { home, keyFile, adminPort, people } = environment;
  const url = (people.publicUrl ?? `http://localhost:${port}`).replace(/\/$/, "");
  const accounts = new FundedAccounts({ engine, listings, identity, url });
  const door = await openSandboxDoor({
    home,
    keyFile,
    adminPort: adminPort === 0 ? undefined : adminPort,
    accounts,
    faults: environment.gateways === 0 ? faults : undefined,
    time: doorTimeOf(exchange),
    log,
  });
  closers.add("sandbox door", () => door.close());
}
