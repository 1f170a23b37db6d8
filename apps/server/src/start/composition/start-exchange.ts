import type { PriceE8 } from "@candor/money/brand";
import { checkUnchanged } from "../../config/check-listing.ts";
import type { Environment } from "../../config/environment.ts";
import type { ExchangeListing } from "../../config/exchange-listing.ts";
import type { Instance } from "../../config/instance-schema.ts";
import { placeText } from "../../config/link/link-settings.ts";
import { isOwnTime } from "../../config/rig-settings.ts";
import { wantedListing } from "../../config/wanted-listing.ts";
import type { ChainPort } from "../../custody/chain/chain-port.ts";
import type { LeadingCore } from "../../custody/chain/leading-core.ts";
import { type CustodyProcess, type OpeningChains, openChains } from "../../custody/chain/open-chains.ts";
import { OpeningLinkedChains } from "../../custody/link/open-linked-chains.ts";
import { adoptSingleFiles } from "../../engine/home/adopt-files.ts";
import { type CheckedHome, hasAccepted } from "../../engine/home/check-home.ts";
import { dropUnregistered } from "../../engine/home/drop-unregistered.ts";
import type { FileRegister } from "../../engine/home/file-register.ts";
import { type OpenedHome, openHome } from "../../engine/home/open-home.ts";
import type { Replication } from "../../engine/home/replication.ts";
import { assertNotStopped } from "../../engine/home/stopped-command.ts";
import { StoreKeeper } from "../../engine/home/store-keeper.ts";
import { JournaledRequests } from "../../engine/relay/journaled-requests.ts";
import { RetainedBatches } from "../../engine/relay/retained-batches.ts";
import { exchangeHome } from "../../engine/runtime/exchange-home.ts";
import { HeldBatches } from "../../engine/runtime/held-batches.ts";
import { newSharedTime } from "../../engine/runtime/shared-time.ts";
import { timeSettingsOf } from "../../engine/runtime/trusted-time.ts";
import { exchangeThread, type SharedEngine, WorkerEngine } from "../../engine/runtime/worker-engine.ts";
import { closeToOthers } from "../../kit/private-files.ts";
import { type ChosenSources, chooseSources } from "../../market/prices/choose-sources.ts";
import type { Clock, ExchangeClock } from "../../market/prices/clock.ts";
import { ManualClock } from "../../market/prices/manual-clock.ts";
import type { Recording } from "../../market/prices/recording.ts";
import { ClockGuard } from "../../operators/alarms/clock-guard.ts";
import { LiveSettings } from "../../records/live-settings/live-settings.ts";
import { openReadModels } from "../../records/projections/database.ts";
import { journalIdOf } from "../../records/projections/journal-id.ts";
import { readModelsLocation } from "../../records/projections/location.ts";
import type { ProjectorPort } from "../../records/projections/projector-port.ts";
import type { ReadModelDatabase } from "../../records/projections/read-model-database.ts";
import { startReadModels } from "../../records/projections/start-read-models.ts";
import type { LinkedNode } from "../core/linked-nodes.ts";
import type { LeadingTerm } from "../leading-term.ts";
import { checkSettings } from "./check-settings.ts";
import { newClock, settled } from "./exchange-clock.ts";
import { foundAll } from "./found-all.ts";
import { type JoinedDatabase, joinDatabase } from "./join-database.ts";
import { leadPrepared } from "./lead-prepared.ts";
import { pinnedPrices } from "./pinned-prices.ts";
import { type Replay, readReplay } from "./read-replay.ts";
import type { Start } from "./start.ts";

/** A standby takes over from a leader that has been silent for so long. */
const DOUBTFUL_AFTER_MS = 3_000;
/** How long to wait at shutdown for the read models to store durable events, so that the next start replays little. */
const LAST_ROWS_TIMEOUT_MS = 3_000;

/** The running engine with its journal and everything that directly follows or feeds it. */
export interface StartedExchange {
  /** Result of checking the home. */
  readonly checked: CheckedHome;
  readonly files: FileRegister;
  readonly stores: StoreKeeper;
  readonly instance: Instance;
  readonly listing: ExchangeListing;
  readonly database: ReadModelDatabase;
  readonly engine: SharedEngine;
  /** The journal's last command when this process started. */
  readonly recoveredSeq: number;
  readonly projector: ProjectorPort;
  readonly live: LiveSettings;
  /** The chosen price sources. */
  readonly chosen: ChosenSources;
  /** Prices that were set in a test rig, by symbol; undefined everywhere else. */
  readonly pinned: Map<string, PriceE8> | undefined;
  readonly clock: ExchangeClock;
  /** Undefined unless recorded files are replayed. */
  readonly replay: Replay | undefined;
  /** Memory of the clock, for other threads. */
  readonly time: SharedArrayBuffer;
  readonly clockGuard: ClockGuard;
  readonly signer: OpeningChains["signer"];
  readonly allowCrediting: OpeningChains["knowPeople"];
  /** The chains start during the next stages and may already submit commands. */
  readonly beginningChains: Promise<ChainPort>;
  /** All batches since before the chains started, for the notices. */
  readonly sinceFounded: HeldBatches;
  /** Undefined if the home is the only copy of the exchange. */
  readonly leading: LeadingTerm | undefined;
}

/** Opens the home, its journal and its read models, and creates everything in the listing that does not exist yet. */
export async function startExchange(start: Start): Promise<StartedExchange> {
  const { environment, log, onFatal, closers } = start;
  const { home, mode } = environment;
  const joined = await joinDatabase(start);
  const replication = joined?.replication;
  assertNotStopped(home);
  const { listing, operators: operatorsListing } = wantedListing(home, mode);
  await checkSettings(environment, listing);
  const replay = await readReplay(environment, listing);
  const opened = await openHome(environment, log, onFatal, replay?.fromMs);
  const { checked, instance, files } = opened;
  closers.add("files", () => files.close());
  if (joined !== undefined) await dropUnregistered(home, joined.reader, files);
  const core = leadingCore(instance, replication);
  const chains =
    environment.custody.processes.length === 0
      ? openChains(environment, core, files, log, onFatal)
      : new OpeningLinkedChains(environment, core, files, log, onFatal);
  // Closed last when startup fails; otherwise closed before the engine, see below.
  closers.add("chains", () => chains.close());
  const time = start.prepared?.time ?? newSharedTime();
  replay?.check(instance);
  const clock = start.prepared?.clock ?? newClock(environment, instance, time, replay?.endMs);
  const prices = { environment, instance, listing, clock, recording: replay?.recording };
  const { database, chosen, thread } = await prepare(start, prices);
  log.info(`prices: ${chosen.reason}`);
  // Fixes permissions left by an earlier version, and of the files that the embedded database unpacks at its first
  // start.
  closeToOthers(environment.home);
  const parts = { clock, database, thread, time, replication };
  const { engine, projector } = await startEngine(start, opened, parts);
  const leading = leadingTermOf(start, joined, engine);
  leading?.linked.add(async () => custodyNodes(await chains.answering()));
  checkUnchanged(operatorsListing, await engine.exchangeView());
  await foundAll(engine, mode, listing, environment.rig.isScenario);
  const stores = await keepStores(start, opened, engine);
  const live = await LiveSettings.follow(engine);
  closers.add("settings", () => live.stop());
  // Must run before any submitted command depends on the time.
  const clockGuard = await guardClock(start, engine, live, clock);
  closers.add("chains", () => chains.close());
  const sinceFounded = new HeldBatches(engine);
  closers.add("held batches", () => sinceFounded.drop());
  const beginningChains = chains.begin(engine);
  // Awaited by the stage that needs it; until then the startup error is reported.
  beginningChains.catch(() => undefined);
  const signer = () => chains.signer();
  const knowPeople: OpeningChains["knowPeople"] = (isClosed) => chains.knowPeople(isClosed);
  return {
    checked,
    files,
    stores,
    instance,
    listing,
    database,
    engine,
    recoveredSeq: engine.report.lastSeq,
    projector,
    live,
    chosen,
    pinned: environment.rig.isScenario ? await pinnedPrices(engine) : undefined,
    clock,
    replay,
    time,
    clockGuard,
    signer,
    allowCrediting: knowPeople,
    beginningChains,
    sinceFounded,
    leading,
  };
}

async function guardClock(
  { alarms, log, closers }: Start,
  engine: WorkerEngine,
  live: LiveSettings,
  clock: ExchangeClock,
): Promise<ClockGuard> {
  const guard = new ClockGuard({
    engine,
    live,
    time: clock.time,
    accept: (deviationMs) => engine.acceptClock(deviationMs),
    timers: clock,
    alarms,
    log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
  });
  closers.add("clock", () => guard.stop());
  await guard.start();
  return guard;
}

function leadingTermOf(
  { prepared }: Start,
  joined: JoinedDatabase | undefined,
  engine: WorkerEngine,
): LeadingTerm | undefined {
  if (joined === undefined) return undefined;
  const { database, reader, status, linked, replication } = joined;
  const { term, incarnation } = replication.leadership;
  joined.follow(() => engine.durableSeq);
  const isDoubtful = (): boolean => replication.leadingAgeMs > DOUBTFUL_AFTER_MS;
  const common = { term, incarnation, isDoubtful, database, status, linked, replication };
  if (prepared !== undefined) {
    const { earlier, link, endStatus } = prepared;
    return { ...common, earlier, link, endStatus };
  }
  const earlier = new JournaledRequests(reader, new RetainedBatches(engine.durableSeq));
  return { ...common, earlier, link: undefined, endStatus: () => Promise.resolve() };
}

/** They have no database, so the leader reports for them. */
const custodyNodes = (processes: readonly CustodyProcess[]): readonly LinkedNode[] =>
  processes.map(({ role, place }) => ({
    name: role,
    role,
    address: placeText(place),
    seq: undefined,
    details: {},
  }));

/** The term is 0 for an exchange without other cores. */
function leadingCore(instance: Instance, replication: Replication | undefined): LeadingCore {
  return { exchange: journalIdOf(instance), term: replication?.leadership.term ?? 0 };
}

/** Prepares what a standby has ready already. */
async function prepare({ environment, log, prepared }: Start, prices: PricedExchange) {
  // The database takes a third of the startup, in its own thread. The engine's thread is bundled when its sources have
  // changed.
  const [database, chosen, thread] = await Promise.all([
    prepared?.database ??
      openReadModels(readModelsLocation(environment, environment.projector), {
        warned: (message, error) => log.warn({ err: error }, message),
      }),
    prepared?.chosen ?? choosePrices(prices),
    prepared?.thread ?? exchangeThread(environment.cache),
  ]);
  return { database, chosen, thread };
}

/** What prices depend on. */
interface PricedExchange {
  readonly environment: Environment;
  readonly instance: Instance;
  readonly listing: ExchangeListing;
  readonly clock: Clock;
  /** Undefined unless recorded files are replayed. */
  readonly recording: Recording | undefined;
}

export function choosePrices({
  environment,
  instance,
  listing: { markets, simulated },
  clock,
  recording,
}: PricedExchange): Promise<ChosenSources> {
  return chooseSources({
    choice: environment.prices,
    markets,
    endpoints: environment.publicPrices,
    simulation: { secret: instance.priceSecret, setUpAtMs: instance.pricesSinceMs, symbols: simulated },
    recording,
    clock,
    random: Math.random,
  });
}

/** From here on, records the positions of all stores, the last time when only the engine is left to close. */
async function keepStores(
  { environment, log, closers }: Start,
  { checked, instance, files }: OpenedHome,
  engine: WorkerEngine,
): Promise<StoreKeeper> {
  const { home, keyFile } = environment;
  const adopt = (): Promise<void> => adoptSingleFiles(home, keyFile, files);
  // Positions of stores with random content would make each journal different.
  const isNoted = !isOwnTime(environment.rig);
  const options = { home, engine, checked, instance, isNoted, adoptFiles: adopt, nowMs: Date.now, log };
  const keeper = await StoreKeeper.begin(options);
  closers.add("stores", async () => {
    await adopt();
    files.close();
    await keeper.close();
  });
  return keeper;
}

interface EngineParts {
  readonly clock: ExchangeClock;
  readonly database: ReadModelDatabase;
  readonly thread: URL;
  /** Memory of the clock. */
  readonly time: SharedArrayBuffer;
  readonly replication: Replication | undefined;
}

async function startEngine(
  { environment, log, onFatal, closers, prepared }: Start,
  { instance, checked }: OpenedHome,
  { clock, database, thread, time, replication }: EngineParts,
): Promise<{ readonly engine: WorkerEngine; readonly projector: ProjectorPort }> {
  const isManual = isOwnTime(environment.rig);
  closers.add("read models", () => database.close());
  const { engine, projector, rebuilt } = await startReadModels(
    database,
    {
      journalId: journalIdOf(instance),
      isShorterJournalAccepted: hasAccepted(checked, "exchange"),
      opened: prepared?.marketData?.projector,
      onFailure: onFatal,
      onRetry: (error, delayMs) => log.warn({ err: error }, `read models: retrying in ${delayMs} ms`),
    },
    async (replay) =>
      (prepared === undefined ? undefined : await leadPrepared(prepared, replay)) ??
      (await WorkerEngine.start({
        home: exchangeHome(environment.home),
        replication: replication?.ofEngine,
        thread,
        time,
        timeSettings: timeSettingsOf(environment.mode, isManual),
        isSerial: isManual,
        onDown: onFatal,
        warn: (message) => log.warn(message),
        ...replay,
      })),
  );
  closers.add("projector", async () => {
    await projector.waitFor(projector.queuedSeq, LAST_ROWS_TIMEOUT_MS);
    await projector.close();
  });
  closers.add("engine", () => engine.close());
  if (rebuilt !== undefined) log.warn(`read models rebuilt: ${rebuilt}`);
  const { lastSeq, snapshotSeq, replayedCommands, skippedSnapshots } = engine.report;
  log.info({ lastSeq, snapshotSeq, replayedCommands }, "engine ready");
  for (const skipped of skippedSnapshots) log.warn(`snapshot skipped: ${skipped}`);
  if (clock instanceof ManualClock) clock.settled = () => settled(engine);
  return { engine, projector };
}
