import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { FrameFinder } from "@candor/journal/frame-finder";
import type { PriceE8, Units } from "@candor/money/brand";
import { DEFAULT_ASSETS, DEFAULT_MARKETS } from "@candor/server/config/default-listing";
import { initializeExchange } from "@candor/server/config/initialize-exchange";
import { NO_CHAINS } from "@candor/server/custody/chain/no-chains";
import { LiabilityTrees } from "@candor/server/custody/liabilities/liability-trees";
import { makeTreeInThread } from "@candor/server/custody/liabilities/tree-thread";
import { openWalletMovements } from "@candor/server/custody/wallet-movements/open-wallet-movements";
import { identitySecurity } from "@candor/server/custody/withdrawals/identity-security";
import { Countdowns } from "@candor/server/edge/binance-api/futures/countdown/countdowns";
import { OrderLabels } from "@candor/server/edge/binance-api/labels/order-labels";
import { attachStreams, isStreamPath } from "@candor/server/edge/binance-api/streams/attach-streams";
import { ownStreamKeys } from "@candor/server/edge/binance-api/streams/stream-keys";
import { OwnApiKeys } from "@candor/server/edge/binance-api/ws-api/own-api-keys";
import { wsApisOf } from "@candor/server/edge/binance-api/ws-api/ws-api-methods";
import { CallLimits } from "@candor/server/edge/gateway/call-limits";
import type { GatewayOptions } from "@candor/server/edge/gateway/dependencies";
import { createGateway } from "@candor/server/edge/http/create-gateway";
import type { HttpDependencies } from "@candor/server/edge/http/http-dependencies";
import { openServerCalls } from "@candor/server/edge/http/server-calls";
import { attachSocket } from "@candor/server/edge/socket/attach-socket";
import { FileRegister } from "@candor/server/engine/home/file-register";
import { exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { exchangeThread, WorkerEngine } from "@candor/server/engine/runtime/worker-engine";
import { createSealingKey } from "@candor/server/kit/durable/sealed-value";
import { Listings } from "@candor/server/market/market-data/listings";
import { MarketDataMirror } from "@candor/server/market/market-data/market-data-mirror";
import { SiteSwitch } from "@candor/server/operators/settings/site-switch";
import { AccountDocuments } from "@candor/server/people/account-documents/account-documents";
import { AccountClosing } from "@candor/server/people/closing/account-closing";
import { openContent } from "@candor/server/people/content/open-content";
import { exchangeAccounts } from "@candor/server/people/identity/exchange-account/exchange-accounts";
import { Identity } from "@candor/server/people/identity/identity-service";
import { DEFAULT_HASH_COST } from "@candor/server/people/identity/password-hashing/password-hasher";
import { openNotices } from "@candor/server/people/notices/open-notices";
import { Twaps } from "@candor/server/people/twap/twaps";
import { openDocuments } from "@candor/server/people/verification/open-documents";
import type { Trader } from "./bench-traders.ts";
import { listenLocally } from "./listen-locally.ts";
import { startEcho, startEmpty, startEmptySigned } from "./order-peers.ts";
import { withoutHistory } from "./without-history.ts";

/**
 * Server process of the order benches. "exchange": the gateway in front of the real engine, with its journal on disk.
 * "exchange with sockets": also serves `/ws` and Binance's sockets. "exchange with passwords": hashes at the production cost. "exchange
 * within limits": the same, plus pages and all limits except those on users' orders.
 * "empty": a Fastify that checks the same fields of the same order and returns a constant. "empty signed": a Fastify
 * that checks the order's HMAC signature. "echo": a ws server that parses each frame and sends it back; over HTTP it
 * returns the parsed query.
 */
export type ServerKind =
  | "exchange"
  | "exchange with sockets"
  | "exchange with passwords"
  | "exchange within limits"
  | "empty"
  | "empty signed"
  | "echo";

export interface ServerReady {
  readonly port: number;
  readonly traders: readonly Trader[];
}

const USERS = 64;
const PRICE_EVERY_MS = 2_000;
const FUNDS_UNITS = 1_000_000_000_000;
const ASSETS_OF_BTCUSDT = [0, 1];
const NO_LIMIT = 1_000_000_000;
const HASHES_IN_EARNEST: ReadonlySet<ServerKind> = new Set([
  "exchange with passwords",
  "exchange within limits",
]);

const WEB_DIRECTORY = path.resolve(import.meta.dirname, "../../apps/web/dist");

/** Bench traders send more orders than a user may. */
class LimitsOfAddresses extends CallLimits {
  override refuseUser(): undefined {
    return undefined;
  }
}

const kind = (process.argv[2] ?? "empty") as ServerKind;
const started = await startAs(kind);
process.send?.({ port: started.port, traders: started.traders } satisfies ServerReady);
process.on("disconnect", () => void started.stop().then(() => process.exit(0)));

function startAs(as: ServerKind) {
  if (as === "empty") return startEmpty();
  if (as === "empty signed") return startEmptySigned();
  return as === "echo" ? startEcho() : startExchange(as);
}

async function startExchange(as: ServerKind) {
  const home = mkdtempSync(path.join(tmpdir(), "candor-http-bench-"));
  const fail = (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  };
  const engine = await WorkerEngine.start({
    home: exchangeHome(home),
    thread: exchangeThread(process.env.CANDOR_CACHE),
    onDown: fail,
    warn: () => {},
  });
  await initializeExchange(engine, "sandbox", {
    assets: DEFAULT_ASSETS,
    markets: DEFAULT_MARKETS,
    contracts: [],
  });
  const listings = new Listings(Date.now());
  const mirror = new MarketDataMirror(engine, listings);
  await mirror.start();
  const identity = Identity.open({
    directory: path.join(home, "identity"),
    mode: "sandbox",
    hashCost: HASHES_IN_EARNEST.has(as) ? DEFAULT_HASH_COST : { memoryKib: 8, passes: 1 },
    settings: { inviteOnly: false, registrationBy: ["username"] },
    exchange: exchangeAccounts(engine),
  });
  const observe = () =>
    engine.execute({
      kind: "observe-price",
      marketId: 0,
      sourceId: 0,
      priceE8: 6_000_000_000_000 as PriceE8,
      observedAtMs: Date.now(),
    });
  const keyFile = path.join(home, "sealing.key");
  createSealingKey(keyFile);
  const files = FileRegister.open({ home, nowMs: Date.now, onFailure: fail });
  const documents = openDocuments({
    home,
    keyFile,
    files,
    identity,
    onFailure: fail,
  });
  const funding = await openWalletMovements({
    engine,
    chains: NO_CHAINS,
    accounts: identitySecurity(identity),
    listings,
    mirror,
    mode: "sandbox",
    directory: path.join(home, "funding"),
    nowMs: Date.now,
    history: { of: () => Promise.resolve(undefined), ofAll: () => Promise.resolve(new Map()) },
    onFatal: fail,
    onFailure: (error) => fail(error instanceof Error ? error : new Error(String(error))),
  });
  await observe();
  const timer = setInterval(() => void observe(), PRICE_EVERY_MS);
  const siteContent = openContent({
    mode: "sandbox",
    home,
    setUpAtMs: Date.now(),
    files,
    nowMs: Date.now,
    onFailure: fail,
  });
  const site = new SiteSwitch();
  const notices = openNotices({
    home,
    engine,
    listings,
    identity,
    documents,
    chains: NO_CHAINS,
    contact: "mailto:support@candor.example",
    report: (error) => fail(error instanceof Error ? error : new Error(String(error))),
    onFailure: fail,
  });
  const liabilities = new LiabilityTrees({
    home,
    engine,
    files,
    chains: NO_CHAINS,
    newestUser: () => identity.newestUser,
    make: makeTreeInThread,
    writeAuditEntry: () => undefined,
    nowMs: Date.now,
    log: { info: () => {}, warn: () => {} },
  });
  const countdowns = Countdowns.open({
    directory: path.join(home, "countdowns"),
    nowMs: Date.now,
    onFailure: fail,
  });
  const twaps = Twaps.open({ directory: path.join(home, "twaps"), nowMs: Date.now, onFailure: fail });
  const orderLabels = OrderLabels.open({
    directory: path.join(home, "order-labels"),
    nowMs: Date.now,
    onFailure: fail,
  });
  const accountDocuments = AccountDocuments.open({
    directory: path.join(home, "documents"),
    nowMs: Date.now,
    onFailure: fail,
  });
  const closing = await AccountClosing.open({
    engine,
    listings,
    mirror,
    chains: NO_CHAINS,
    identity,
    exchange: exchangeAccounts(engine),
    documents,
    notices: notices.service,
    accountDocuments,
    addresses: funding.addresses,
    twaps,
    mode: "sandbox",
    report: (error) => fail(error instanceof Error ? error : new Error(String(error))),
  });
  const history = { dayStatistics: () => undefined, lastBars: () => [] };
  const dependencies: HttpDependencies = {
    engine,
    engineReady: () => true,
    identity,
    closing,
    listings,
    mirror,
    history,
    klines: { query: () => Promise.resolve([]) },
    readModels: withoutHistory(engine),
    decisions: { announced: () => [], decided: () => [], skipped: () => [] },
    // No contracts are listed.
    orderLeverages: { of: () => null },
    announcedFunding: () => null,
    frames: new FrameFinder(exchangeHome(home).journalDirectory),
    liabilities,
    countdowns,
    twaps,
    orderLabels,
    site,
    funding,
    uploads: documents.uploads,
    verification: documents.verification,
    chat: documents.chat,
    ...siteContent,
    notices,
    accountDocuments,
    personalMessages: notices.service,
    priceSource: () => "simulated",
    ...(as === "exchange within limits" ? { limits: new LimitsOfAddresses(1) } : {}),
    log: { error: (details) => fail(new Error(JSON.stringify(details))), warn: () => {} },
  };
  const options: GatewayOptions = {
    mode: "sandbox",
    version: "bench",
    rateLimitFactor: NO_LIMIT,
    ...(as === "exchange within limits" ? { trustProxy: true, webDirectory: WEB_DIRECTORY } : {}),
  };
  const calls = openServerCalls(dependencies, options);
  const app = createGateway(dependencies, options, calls);
  const sockets =
    as === "exchange with sockets"
      ? attachSocket(app.server, {
          engine,
          listings,
          mirror,
          history,
          priceSource: () => "simulated",
          sessions: identity,
          site,
          door: calls.door,
          leaves: isStreamPath,
          limits: { maxOrdersPerSecond: NO_LIMIT },
          reportFailure: (error) => fail(new Error(String(error))),
        })
      : undefined;
  const { cancelIds, faults, listenKeys, revision } = calls.binancePorts;
  const programs =
    as === "exchange with sockets"
      ? attachStreams(app.server, {
          engine,
          listings,
          mirror,
          history,
          readModels: dependencies.readModels,
          site,
          revision,
          cancelIds,
          orderLabels,
          faults,
          streamKeys: ownStreamKeys(identity, listenKeys),
          keys: new OwnApiKeys(identity, listenKeys, Date.now),
          api: wsApisOf(calls.binance),
          apiMessagesPerSecond: NO_LIMIT,
          reportFailure: (error) => fail(new Error(String(error))),
        })
      : undefined;
  const traders: Trader[] = [];
  for (let user = 0; user < USERS; user++) traders.push(await openTrader(identity, engine, user));
  const stop = async () => {
    clearInterval(timer);
    await sockets?.close();
    await programs?.close();
    await app.close();
    countdowns.close();
    twaps.close();
    orderLabels.close();
    accountDocuments.close();
    closing.close();
    await liabilities.close();
    await funding.close();
    siteContent.content.close();
    documents.close();
    files.close();
    identity.close();
    await engine.close();
    rmSync(home, { recursive: true, force: true });
  };
  return { port: await listenLocally(app), traders, stop };
}

async function openTrader(identity: Identity, engine: WorkerEngine, user: number): Promise<Trader> {
  const session = await identity.register(
    { address: "127.0.0.1", language: "en" },
    { username: `trader_${user}`, password: "kestrel7" },
  );
  if (!("token" in session)) throw new Error(`trader ${user} was not registered: ${session.error}`);
  const { userId, token, deviceToken = "" } = session;
  const keyOf = async (publicKey?: string) => {
    const made = await identity.useApiKeys({ address: "127.0.0.1", language: "en" }, userId, {
      action: "create",
      password: "kestrel7",
      permissions: ["read", "trade"],
      ...(publicKey !== undefined && { publicKey }),
    });
    if (!("apiKey" in made)) throw new Error(`trader ${user} has no API key: ${JSON.stringify(made)}`);
    return { apiKey: made.apiKey ?? "", secret: made.secret ?? "" };
  };
  const own = generateKeyPairSync("ed25519");
  const { apiKey } = await keyOf(String(own.publicKey.export({ format: "pem", type: "spki" })));
  const privateKey = String(own.privateKey.export({ format: "pem", type: "pkcs8" }));
  const amountUnits = FUNDS_UNITS as Units;
  for (const assetId of ASSETS_OF_BTCUSDT) {
    await engine.execute({ kind: "deposit", userId, assetId, amountUnits, origin: "faucet", key: "" });
    await engine.execute({
      kind: "transfer",
      userId,
      assetId,
      from: "main",
      to: "coin",
      amountUnits,
      key: "",
    });
  }
  return { userId, token, deviceToken, ...(await keyOf()), ed25519: { apiKey, privateKey } };
}
