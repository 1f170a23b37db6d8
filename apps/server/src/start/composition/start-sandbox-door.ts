import type { EnginePort } from "@candor/domain/engine-port";
import type { Environment } from "../../config/environment.ts";
import type { FaultRules } from "../../edge/binance-api/faults/fault-rules.ts";
import { FundedAccounts } from "../../edge/sandbox-door/funded-accounts.ts";
import { type DoorOptions, openSandboxDoor } from "../../edge/sandbox-door/open-sandbox-door.ts";
import type { Closers } from "../../kit/closers.ts";
import type { Listings } from "../../market/market-data/listings.ts";
import type { Identity } from "../../people/identity/identity-service.ts";

interface SandboxExchange {
  readonly environment: Environment;
  readonly engine: EnginePort;
  readonly listings: Listings;
  readonly identity: Identity;
  readonly log: DoorOptions["log"];
  readonly faults: FaultRules | undefined;
  readonly closers: Closers;
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
    log,
  });
  closers.add("sandbox door", () => door.close());
}
