import type { Logger } from "pino";
import { coreSettings } from "../../config/core-settings.ts";
import type { Environment } from "../../config/environment.ts";
import { isFounded, openInstance } from "../../config/instance.ts";
import { wantedListing } from "../../config/wanted-listing.ts";
import { JournaledRequests } from "../../engine/relay/journaled-requests.ts";
import { NOTHING_EARLIER, type RelayedRequests } from "../../engine/relay/relayed-requests.ts";
import { newSharedTime } from "../../engine/runtime/shared-time.ts";
import { exchangeThread } from "../../engine/runtime/worker-engine.ts";
import { DatabaseReader } from "../../kit/journal-database/database-reader.ts";
import type { ChosenSources } from "../../market/prices/choose-sources.ts";
import { ExchangeClock } from "../../market/prices/clock.ts";
import { openReadModels } from "../../records/projections/database.ts";
import { readModelsLocation } from "../../records/projections/location.ts";
import type { Prepared } from "../composition/start.ts";
import { choosePrices } from "../composition/start-exchange.ts";
import { LinkServer } from "../link/link-server.ts";
import { type RunningServer, startServer } from "../server.ts";
import { CoreNode, type LeadingCore } from "./core-node.ts";
import { Standby } from "./standby.ts";

export interface RunningCore {
  readonly node: CoreNode;
  /** Stops leading or standing by, as `RunningServer.close`. */
  close(): Promise<void>;
}

export interface CoreListener {
  /** Called once when this process must exit. */
  readonly onFatal: (error: Error) => void;
  /** Called when this core leads and serves. */
  readonly onServing: (server: RunningServer) => void;
}

/** Starts a core: it stands by, and serves as `startServer` does once it leads. Resolves once it does either. */
export async function startCore(
  environment: Environment,
  log: Logger,
  { onFatal, onServing }: CoreListener,
): Promise<RunningCore> {
  const { home, mode } = environment;
  const settings = coreSettings(environment, process.env);
  const time = newSharedTime();
  const clock = new ExchangeClock(time);
  const thread = exchangeThread(environment.cache);
  const reader = new DatabaseReader(settings.database);
  let earlier: RelayedRequests = NOTHING_EARLIER;
  const link = new LinkServer({
    settings: {
      listen: settings.link,
      identity: settings.identity,
      node: settings.name,
      secret: environment.link.secret,
      time,
    },
    // Asked once this core leads.
    earlier: {
      find: (...asked) => earlier.find(...asked),
      batchesAfter: (...asked) => earlier.batchesAfter(...asked),
    },
    log,
    onFatal,
  });
  const database = await openReadModels(readModelsLocation(environment, environment.projector), {
    warned: (message, error) => log.warn({ err: error }, message),
  });
  let chosen: ChosenSources | undefined;
  let server: RunningServer | undefined;
  const standBy = async (): Promise<Standby> => {
    const loading = import("../serve-clients.ts");
    const warn = (message: string): void => log.warn(message);
    const standby = await Standby.start({
      home,
      mode,
      database: settings.database,
      thread,
      time,
      warn,
      onFatal,
    });
    await loading;
    if (isFounded(home)) chosen = await chooseInAdvance(environment, clock);
    return standby;
  };
  const open = async ({ standby, replication }: LeadingCore): Promise<void> => {
    const { following, retained } = standby;
    earlier = new JournaledRequests(reader, retained);
    const prepared: Prepared = {
      replication,
      following,
      retained,
      earlier,
      link,
      database,
      thread: await thread,
      time,
      clock,
      chosen: isFounded(home) ? chosen : undefined,
    };
    server = await startServer(environment, log, onFatal, prepared);
    standby.stopRetaining();
    onServing(server);
  };
  const node = await CoreNode.start({
    home,
    settings,
    log,
    standBy,
    open,
    onLeader: (address) => link.follow(address),
    onFatal,
  });
  return {
    node,
    close: async () => {
      if (server === undefined) await Promise.all([link.close(), database.close()]);
      else await server.close();
      await node.close();
      await reader.close();
    },
  };
}

/** Asking the public sources whether they answer may take seconds, which a take-over does not have. */
async function chooseInAdvance(environment: Environment, clock: ExchangeClock): Promise<ChosenSources> {
  const { home, mode, keyFile } = environment;
  const instance = openInstance(home, mode, Date.now());
  const { listing } = wantedListing(home, mode);
  return await choosePrices(environment, instance, listing, clock);
}
