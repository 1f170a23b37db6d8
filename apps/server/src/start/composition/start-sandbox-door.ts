import type { EnginePort } from "@candor/domain/engine-port";
import type { PriceE8 } from "@candor/money/brand";
import type { Environment } from "../../config/environment.ts";
import type { FaultRules } from "../../edge/binance-api/faults/fault-rules.ts";
import { FundedAccounts } from "../../edge/sandbox-door/funded-accounts.ts";
import { type DoorOptions, openSandboxDoor } from "../../edge/sandbox-door/open-sandbox-door.ts";
import { Scenario } from "../../edge/sandbox-door/scenario.ts";
import type { Closers } from "../../kit/closers.ts";
import { GatewayClient, type InternalClient } from "../../market/liquidity/gateway-client.ts";
import type { Listings } from "../../market/market-data/listings.ts";
import type { ChosenSources } from "../../market/prices/choose-sources.ts";
import type { ExchangeClock } from "../../market/prices/clock.ts";
import type { PriceService } from "../../market/prices/price-service.ts";
import type { Identity } from "../../people/identity/identity-service.ts";
import type { ProjectorPort } from "../../records/projections/projector-port.ts";
import { doorTimeOf } from "./door-time.ts";
import type { Replay } from "./read-replay.ts";

interface SandboxExchange {
  readonly environment: Environment;
  readonly engine: EnginePort;
  readonly listings: Listings;
  readonly identity: Identity;
  readonly log: DoorOptions["log"];
  readonly prices: Pick<PriceService, "journalTime">;
  readonly projector: ProjectorPort;
  readonly clock: ExchangeClock;
  readonly replay: Replay | undefined;
  readonly faults: FaultRules | undefined;
  readonly chosen: ChosenSources;
  /** Undefined unless the exchange is a test rig. */
  readonly pinned: Map<string, PriceE8> | undefined;
  readonly gateway: InternalClient;
  readonly closers: Closers;
}

function scenarioOf(exchange: SandboxExchange): Scenario | undefined {
  const { engine, listings, identity, chosen, pinned, gateway } = exchange;
  const [source] = chosen.sources;
  if (pinned === undefined || source === undefined) return undefined;
  return new Scenario({
    engine,
    listings,
    pinned,
    sourceId: source.sourceId,
    client: new GatewayClient(gateway),
    labelledAccount: (name) => identity.ensureLabelledAccount(name),
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
    scenario: scenarioOf(exchange),
    log,
  });
  closers.add("sandbox door", () => door.close());
}
