import type { Logger } from "pino";
import { type CoreSettings, coreSettings } from "../../config/core-settings.ts";
import type { Environment } from "../../config/environment.ts";
import { SettingError } from "../../config/setting-error.ts";
import type { CoreStatus } from "../../edge/gateway/core-status.ts";
import { removeOutboxLink } from "../../edge/gateway/outbox-link.ts";
import { sealingKeyProblem } from "../../engine/home/check-sealing-key.ts";
import { JournaledRequests } from "../../engine/relay/journaled-requests.ts";
import { NOTHING_EARLIER, type RelayedRequests } from "../../engine/relay/relayed-requests.ts";
import { newSharedTime } from "../../engine/runtime/shared-time.ts";
import { exchangeThread } from "../../engine/runtime/worker-engine.ts";
import { isFenced } from "../../kit/journal-database/database-errors.ts";
import { DatabaseReader } from "../../kit/journal-database/database-reader.ts";
import { ExchangeClock } from "../../market/prices/clock.ts";
import { removeFoundingFile } from "../../operators/accounts/founding-file.ts";
import { openReadModels } from "../../records/projections/database.ts";
import { readModelsLocation } from "../../records/projections/location.ts";
import type { ReadModelDatabase } from "../../records/projections/read-model-database.ts";
import { LinkServer } from "../link/link-server.ts";
import { type RunningServer, startServer } from "../server.ts";
import { CoreNode, type LeadingCore } from "./core-node.ts";
import { LinkedNodes } from "./linked-nodes.ts";
import { serveStandby } from "./serve-standby.ts";
import { Standby } from "./standby.ts";
import { StandbyPreparation } from "./standby-preparation.ts";

export interface CoreListener {
  /** Called once when this process must exit. */
  readonly onFatal: (error: Error) => void;
  /** Called when this core leads and serves. */
  readonly onServing: (server: RunningServer) => void;
}

/**
 * Starts a core: it stands by, and serves as `startServer` does once it leads. Resolves once it does either. Throws
 * SettingError, and what the node, the standby and `startServer` throw.
 */
export async function startCore(
  environment: Environment,
  log: Logger,
  listener: CoreListener,
): Promise<Pick<RunningServer, "close">> {
  const settings = coreSettings(environment, process.env);
  const database = await openReadModels(readModelsLocation(environment, environment.projector), {
    warned: (message, error) => log.warn({ err: error }, message),
  });
  const core = new Core(environment, settings, database, log, listener);
  try {
    await core.start();
    return core;
  } catch (error) {
    await core.close();
    throw error;
  }
}

/** With another key, this core would end as soon as it leads, and take the lead away from one that can. */
function assertSealingKey({ home, keyFile }: Environment): void {
  const problem = sealingKeyProblem(home, keyFile);
  if (problem === undefined) return;
  throw new SettingError(
    "CANDOR_KEY_FILE",
    `(${keyFile}) cannot be used: ${problem}; copy the sealing key of another core machine`,
  );
}

/** Only the home of the core that leads has links: operators would follow those of an earlier leader. */
function removeLinks(home: string): void {
  removeFoundingFile(home);
  removeOutboxLink(home);
}

/** What a core has ready before it leads, and what it opens then. */
class Core {
  private readonly environment: Environment;
  private readonly settings: CoreSettings;
  private readonly log: Logger;
  private readonly listener: CoreListener;
  private readonly database: ReadModelDatabase;
  private readonly time = newSharedTime();
  private readonly clock = new ExchangeClock(this.time);
  private readonly thread: Promise<URL>;
  private readonly reader: DatabaseReader;
  private readonly link: LinkServer;
  private readonly linked = new LinkedNodes();
  private earlier: RelayedRequests = NOTHING_EARLIER;
  private readonly preparation: StandbyPreparation;
  private endStatus = (): Promise<void> => Promise.resolve();
  private node: CoreNode | undefined;
  private server: RunningServer | undefined;

  constructor(
    environment: Environment,
    settings: CoreSettings,
    database: ReadModelDatabase,
    log: Logger,
    listener: CoreListener,
  ) {
    this.environment = environment;
    this.settings = settings;
    this.database = database;
    this.log = log;
    this.listener = {
      ...listener,
      onFatal: (error) => {
        if (isFenced(error)) removeLinks(environment.home);
        listener.onFatal(error);
      },
    };
    this.thread = exchangeThread(environment.cache);
    this.thread.catch(() => undefined); // the standby waits for it
    this.reader = new DatabaseReader(settings.database);
    const { clock } = this;
    const { onFatal } = this.listener;
    this.preparation = new StandbyPreparation({ environment, database, clock, log, onFatal });
    this.link = new LinkServer({
      settings: {
        listen: settings.link,
        identity: settings.identity,
        node: settings.name,
        secret: environment.link.secret,
        time: this.time,
      },
      // Asked once this core leads.
      earlier: {
        find: (...asked) => this.earlier.find(...asked),
        batchesAfter: (...asked) => this.earlier.batchesAfter(...asked),
      },
      log,
      onFatal: this.listener.onFatal,
    });
  }

  async start(): Promise<void> {
    await this.link.listen().catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new SettingError("CANDOR_LINK", `cannot be listened on: ${why}`);
    });
    this.node = await CoreNode.start({
      home: this.environment.home,
      settings: this.settings,
      log: this.log,
      linked: this.linked,
      standBy: (status) => this.standBy(status),
      open: (leading) => this.open(leading),
      onLeader: (address) => this.link.follow(address),
      onFatal: this.listener.onFatal,
    });
  }

  async close(): Promise<void> {
    if (this.server !== undefined) await this.node?.letAnotherLead();
    this.preparation.stop();
    if (this.server === undefined) {
      await this.preparation.marketData?.stop();
      await Promise.all([this.link.close(), this.database.close()]);
    } else await this.server.close();
    await this.node?.close();
    await this.endStatus();
    await this.reader.close();
  }

  private async standBy(status: () => CoreStatus): Promise<Standby> {
    const { environment, settings, thread, time, log } = this;
    const { home, mode } = environment;
    removeLinks(home);
    this.endStatus = await serveStandby(environment, status);
    const standby = await Standby.start({
      home,
      mode,
      database: settings.database,
      thread,
      time,
      check: () => assertSealingKey(environment),
      warn: (message) => log.warn(message),
      onFatal: this.listener.onFatal,
    });
    await this.preparation.begin(standby.following.engine);
    return standby;
  }

  private async open({ standby, replication, status }: LeadingCore): Promise<void> {
    this.preparation.stop();
    const { environment, log, listener, link, database, time, clock } = this;
    const { chosen, marketData } = this.preparation;
    const { following, retained } = standby;
    const earlier = new JournaledRequests(this.reader, retained);
    this.earlier = earlier;
    const thread = await this.thread;
    const prepared = {
      replication,
      following,
      retained,
      earlier,
      reader: this.reader,
      link,
      linked: this.linked,
      status,
      endStatus: this.endStatus,
      database,
      thread,
      time,
      clock,
      chosen,
      marketData,
    };
    this.server = await startServer(environment, log, listener.onFatal, prepared);
    standby.stopRetaining();
    listener.onServing(this.server);
  }
}
