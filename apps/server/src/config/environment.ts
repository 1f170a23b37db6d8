import path from "node:path";
import type { DatabaseSettings } from "../kit/journal-database/database-settings.ts";
import { type AlarmSettings, readAlarmSettings } from "./alarm-settings.ts";
import { type ApiSettings, readApiSettings } from "./api-settings.ts";
import { type ChainSettings, readChainSettings } from "./chain/chain-settings.ts";
import { type CustodyPlaces, readCustodyPlaces } from "./chain/custody-places.ts";
import { SERIES_CAPACITY } from "./chart-bars.ts";
import { readDatabaseUrl } from "./database-url.ts";
import { gatewayThreads } from "./gateway-threads.ts";
import { HOME_MODES } from "./instance-schema.ts";
import { readJournalDatabase } from "./journal-database.ts";
import { type LinkRole, readLinkRole } from "./link/link-role.ts";
import { type PeopleSettings, readPeopleSettings } from "./people-settings.ts";
import { type ProjectorPlace, readProjectorPlace } from "./projector-place.ts";
import type { PublicEndpoints, VenueEndpoints } from "./public-endpoints.ts";
import { PUBLIC_ENDPOINTS } from "./public-endpoints.ts";
import { type PricesSetting, recordedPrices } from "./recorded-prices.ts";
import { isRepeatable, type RigSettings, readRigSettings } from "./rig-settings.ts";
import { readRole } from "./role.ts";
import { SettingError } from "./setting-error.ts";

/** Server settings, read once from the environment. Every error names its variable. */
export interface Environment {
  readonly role: ReturnType<typeof readRole>;
  readonly projector: ProjectorPlace;
  readonly port: number;
  readonly host: string;
  /** Gateway threads that share the port; 0: the main thread listens itself. */
  readonly gateways: number;
  /** This process among others. */
  readonly link: LinkRole;
  /** Directory of all data. */
  readonly home: string;
  /** Cache directory for startup; undefined disables caching. */
  readonly cache: string | undefined;
  readonly people: PeopleSettings;
  readonly alarms: AlarmSettings;
  /** The API for Binance clients. */
  readonly api: ApiSettings;
  /** Sandbox: approves verifications without a review. */
  readonly demoReviewer: boolean;
  /** File with the key that seals identity documents, pictures and second factors. */
  readonly keyFile: string;
  /** A test rig (CANDOR_MODE=scenario) is a sandbox with `rig.isScenario`. */
  readonly mode: "sandbox" | "live";
  /** An external chain; undefined: the development chain in the sandbox, none in live mode. */
  readonly chain: ChainSettings | undefined;
  /** Signer and development chain, if they run elsewhere. */
  readonly custody: CustodyPlaces;
  /**
   * PostgreSQL for the read models, which may have several hosts; undefined uses the embedded database in `home`.
   */
  readonly databaseUrl: string | undefined;
  /** PostgreSQL for journals and files; undefined: the files in `home` are the only copy. */
  readonly journalDatabase: DatabaseSettings | undefined;
  readonly prices: PricesSetting;
  /** Seed and clock of repeatable tests; never in live mode. */
  readonly rig: RigSettings;
  /** Whether the sandbox's market makers fill the books; never in live mode. */
  readonly liquidity: boolean;
  /** Loopback port on which programs open accounts with play money; 0: none. Never in live mode. */
  readonly adminPort: number;
  /** Loopback port for TLS under the names of Binance's hosts; 0: none. Never in live mode. */
  readonly tlsPort: number;
  /** Whether browsers cache the app for offline use. */
  readonly offlineApp: boolean;
  /** Bars per period that a new home loads from its price source. */
  readonly chartBars: number;
  /** Endpoints of other exchanges' public prices. */
  readonly publicPrices: VenueEndpoints;
  /** File with rates of fiat currencies, for display only. */
  readonly displayRatesFile: string | undefined;
  readonly logLevel: LogLevel;
  /** Prometheus port, never the public one. 0 disables it. */
  readonly metricsPort: number;
  /** Address of the metrics port; by default only this machine, independent of HOST. */
  readonly metricsHost: string;
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

function port(variable: string, text: string | undefined, fallback: number): number {
  if (text === undefined || text === "") return fallback;
  if (!/^[0-9]{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new SettingError(variable, `must be a port number from 0 to 65535, got "${text}"`);
  }
  return Number(text);
}

function oneOf<T extends string>(variable: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined)
    throw new SettingError(variable, `must be one of ${choices.join(", ")}, got "${text}"`);
  return choice;
}

function prices(text: string): PricesSetting {
  return text.startsWith("recorded")
    ? recordedPrices(text)
    : { kind: oneOf("CANDOR_PRICES", text, ["auto", "simulated", "public"] as const) };
}

/** Prices of repeatable tests never depend on other exchanges. */
function pricesOf(wanted: PricesSetting, rig: RigSettings): PricesSetting {
  if (!isRepeatable(rig)) return wanted;
  if (wanted.kind === "public")
    throw new SettingError(
      "CANDOR_PRICES",
      "must not be `public` with CANDOR_SEED, CANDOR_CLOCK=manual or CANDOR_MODE=scenario",
    );
  return wanted.kind === "auto" ? { kind: "simulated" } : wanted;
}

/** Base URL of an exchange's public API. Live mode requires TLS, so that nobody can tamper with the prices. */
function endpoint(
  variable: string,
  text: string | undefined,
  schemes: readonly [plain: string, secure: string],
  mode: Environment["mode"],
  fallback: string,
): string {
  if (text === undefined || text === "") return fallback;
  const allowed = mode === "live" ? schemes.slice(1) : schemes;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !allowed.includes(url.protocol) || url.search !== "" || url.hash !== "")
    throw new SettingError(
      variable,
      `must be a URL that starts with ${allowed.join("// or ")}//, got "${text}"`,
    );
  return text.replace(/\/+$/, "");
}

function publicPrices(
  variables: Readonly<Record<string, string | undefined>>,
  mode: Environment["mode"],
): VenueEndpoints {
  const read = (prefix: string, { restUrl, streamUrl }: PublicEndpoints): PublicEndpoints => {
    const rest = `${prefix}_REST_URL`;
    const stream = `${prefix}_STREAM_URL`;
    return {
      restUrl: endpoint(rest, variables[rest], ["http:", "https:"], mode, restUrl),
      streamUrl: endpoint(stream, variables[stream], ["ws:", "wss:"], mode, streamUrl),
    };
  };
  return {
    binance: read("CANDOR_BINANCE", PUBLIC_ENDPOINTS.binance),
    okx: read("CANDOR_OKX", PUBLIC_ENDPOINTS.okx),
    bybit: read("CANDOR_BYBIT", PUBLIC_ENDPOINTS.bybit),
  };
}

function demoReviewer(text: string, mode: Environment["mode"]): boolean {
  const isOn = oneOf("CANDOR_DEMO_REVIEWER", text, ["on", "off"] as const) === "on";
  if (isOn && mode === "live")
    throw new SettingError(
      "CANDOR_DEMO_REVIEWER",
      "must be `off` in live mode, where people review verifications",
    );
  return isOn;
}

function adminPort(text: string | undefined, mode: Environment["mode"]): number {
  const chosen = port("CANDOR_ADMIN_PORT", text, 0);
  if (chosen !== 0 && mode === "live")
    throw new SettingError("CANDOR_ADMIN_PORT", "must not be set in live mode, which has no play money");
  return chosen;
}

function tlsPort(text: string | undefined, mode: Environment["mode"], gateways: number): number {
  const chosen = port("CANDOR_TLS_PORT", text, 0);
  if (chosen !== 0 && mode === "live")
    throw new SettingError(
      "CANDOR_TLS_PORT",
      "must not be set in live mode, whose TLS ends at a reverse proxy",
    );
  if (chosen !== 0 && gateways > 0)
    throw new SettingError("CANDOR_TLS_PORT", "needs CANDOR_GATEWAYS=0 and no CANDOR_LINK");
  return chosen;
}

function chartBars(text: string): number {
  if (!/^[0-9]{1,4}$/.test(text) || Number(text) > SERIES_CAPACITY)
    throw new SettingError(
      "CANDOR_CHART_BARS",
      `must be a number from 0 to ${SERIES_CAPACITY}, got "${text}"`,
    );
  return Number(text);
}

/** Reads and checks the settings; throws SettingError. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const value = (name: string, fallback: string): string => {
    const text = variables[name];
    return text === undefined || text === "" ? fallback : text;
  };
  const httpPort = port("PORT", variables.PORT, 8080);
  const chosenMode = oneOf("CANDOR_MODE", value("CANDOR_MODE", "sandbox"), HOME_MODES);
  const isScenario = chosenMode === "scenario";
  const mode = isScenario ? "sandbox" : chosenMode;
  const wantedPrices = prices(value("CANDOR_PRICES", "auto"));
  if (mode === "live" && wantedPrices.kind !== "public") {
    throw new SettingError(
      "CANDOR_PRICES",
      "must be `public` in live mode, where prices are never simulated",
    );
  }
  const liquidity = oneOf("CANDOR_LIQUIDITY", value("CANDOR_LIQUIDITY", isScenario ? "off" : "on"), [
    "on",
    "off",
  ] as const);
  const offlineApp = oneOf("CANDOR_OFFLINE_APP", value("CANDOR_OFFLINE_APP", "on"), ["on", "off"] as const);
  const home = path.resolve(value("CANDOR_HOME", ".candor"));
  const cache = value("CANDOR_CACHE", "");
  const people = readPeopleSettings(variables);
  const chain = readChainSettings(variables, mode);
  const role = readRole(variables);
  const link = readLinkRole(variables, role);
  // Requests of other processes reach the main thread as those of gateway threads do.
  const fewestGateways = link.listen === undefined ? 0 : 1;
  const gateways = Math.max(gatewayThreads(value("CANDOR_GATEWAYS", ""), mode), fewestGateways);
  const journalDatabase = readJournalDatabase(variables);
  const hasJournalDatabase = journalDatabase !== undefined;
  const isReplay = wantedPrices.kind === "recorded";
  const rig = readRigSettings(variables, { mode, isScenario, role, gateways, hasJournalDatabase, isReplay });
  return {
    port: httpPort,
    host: value("HOST", "127.0.0.1"),
    gateways,
    link,
    home,
    cache: cache === "" ? undefined : path.resolve(cache),
    keyFile: path.resolve(value("CANDOR_KEY_FILE", path.join(home, "keys", "sealing.key"))),
    people,
    alarms: readAlarmSettings(variables, mode, people.delivery.smtp !== undefined),
    api: readApiSettings(variables),
    demoReviewer: demoReviewer(value("CANDOR_DEMO_REVIEWER", mode === "live" ? "off" : "on"), mode),
    mode,
    chain,
    custody: readCustodyPlaces(variables, mode, chain),
    role,
    projector: readProjectorPlace(variables, role),
    databaseUrl: readDatabaseUrl(variables),
    journalDatabase,
    prices: pricesOf(wantedPrices, rig),
    rig,
    liquidity: mode === "sandbox" && liquidity === "on",
    adminPort: adminPort(variables.CANDOR_ADMIN_PORT, mode),
    tlsPort: tlsPort(variables.CANDOR_TLS_PORT, mode, gateways),
    offlineApp: offlineApp === "on",
    chartBars: chartBars(value("CANDOR_CHART_BARS", String(SERIES_CAPACITY))),
    publicPrices: publicPrices(variables, mode),
    displayRatesFile: value("CANDOR_DISPLAY_RATES", "") || undefined,
    logLevel: oneOf("LOG_LEVEL", value("LOG_LEVEL", "info"), LOG_LEVELS),
    metricsPort: port("METRICS_PORT", variables.METRICS_PORT, 0),
    metricsHost: value("METRICS_HOST", "127.0.0.1"),
  };
}
