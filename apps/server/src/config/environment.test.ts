import { hostname } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { DEFAULT_API } from "./api-settings.ts";
import { readCustodyPlaces } from "./chain/custody-places.ts";
import { readEnvironment } from "./environment.ts";
import { gatewayThreads } from "./gateway-threads.ts";
import { readPeopleSettings } from "./people-settings.ts";
import { SettingError } from "./setting-error.ts";

test("CONF-01 an empty environment gives the documented defaults", () => {
  expect(readEnvironment({})).toEqual({
    port: 8080,
    host: "127.0.0.1",
    api: DEFAULT_API,
    gateways: 0,
    alarms: { mail: [], webhook: undefined },
    home: path.resolve(".candor"),
    cache: undefined,
    people: readPeopleSettings({}),
    keyFile: path.resolve(".candor/keys/sealing.key"),
    demoReviewer: true,
    mode: "sandbox",
    chain: undefined,
    role: "all",
    projector: "here",
    custody: {
      processes: [],
      developmentChain: undefined,
      identity: undefined,
      signer: undefined,
      signerInside: false,
    },
    link: { cores: [], identity: undefined, listen: undefined, node: hostname(), secret: undefined },
    databaseUrl: undefined,
    journalDatabase: undefined,
    prices: { kind: "auto" },
    rig: { seed: undefined, clock: "system", isScenario: false },
    liquidity: true,
    adminPort: 0,
    tlsPort: 0,
    chartBars: 1_500,
    offlineApp: true,
    publicPrices: {
      binance: {
        restUrl: "https://data-api.binance.vision",
        streamUrl: "wss://data-stream.binance.vision",
      },
      okx: { restUrl: "https://www.okx.com", streamUrl: "wss://ws.okx.com:8443" },
      bybit: { restUrl: "https://api.bybit.com", streamUrl: "wss://stream.bybit.com" },
    },
    logLevel: "info",
    metricsPort: 0,
    metricsHost: "127.0.0.1",
  });
});

test("CONF-01 every setting is read", () => {
  const environment = readEnvironment({
    PORT: "9000",
    HOST: "0.0.0.0",
    CANDOR_HOME: "/srv/candor",
    CANDOR_CACHE: "/var/cache/candor",
    CANDOR_MODE: "live",
    DATABASE_URL: "postgres://db/candor",
    CANDOR_PRICES: "public",
    LOG_LEVEL: "warn",
    METRICS_PORT: "9100",
    CANDOR_CHART_BARS: "300",
  });
  expect(environment).toMatchObject({
    port: 9000,
    host: "0.0.0.0",
    home: "/srv/candor",
    cache: "/var/cache/candor",
    mode: "live",
    logLevel: "warn",
    metricsPort: 9100,
    metricsHost: "127.0.0.1",
    liquidity: false,
    chartBars: 300,
  });
  expect(readEnvironment({ METRICS_HOST: "10.0.0.5" }).metricsHost).toBe("10.0.0.5");
  expect(readEnvironment({ CANDOR_LIQUIDITY: "off" }).liquidity).toBe(false);
  expect(readEnvironment({}).offlineApp).toBe(true);
  expect(readEnvironment({ CANDOR_OFFLINE_APP: "off" }).offlineApp).toBe(false);
  expect(readEnvironment({ CANDOR_PRICES: "recorded:/data?speed=60" })).toMatchObject({
    prices: { kind: "recorded", directory: "/data", speed: 60, stepMs: 0, fromMs: undefined },
    rig: { clock: "recorded" },
  });
  expect(
    readEnvironment({ CANDOR_PRICES: "recorded:/data?from=2024-08-08T12:00Z&step=1000" }).prices,
  ).toEqual({
    kind: "recorded",
    directory: "/data",
    speed: 1,
    stepMs: 1_000,
    fromMs: Date.UTC(2024, 7, 8, 12),
  });
  expect(readEnvironment({ CANDOR_PRICES: "recorded:/data?speed=60&loop=on" })).toMatchObject({
    prices: { kind: "looped", directory: "/data", speed: 60 },
    rig: { clock: "system" },
  });
});

test("CONF-01 the number of gateway threads is bounded", () => {
  expect(readEnvironment({ CANDOR_GATEWAYS: "4" }).gateways).toBe(4);
  for (const wrong of ["-1", "65", "two", "1.5"])
    expect(() => readEnvironment({ CANDOR_GATEWAYS: wrong })).toThrow(
      /^CANDOR_GATEWAYS must be a number from 0/,
    );
});

test("CONF-01 gateway threads get the cores that a live exchange's other threads do not need", () => {
  expect(gatewayThreads("", "live", 8, "linux")).toBe(6);
  expect(gatewayThreads("", "live", 128, "linux")).toBe(64);
  expect(gatewayThreads("", "live", 2, "linux")).toBe(0);
  expect(gatewayThreads("", "live", 1, "linux")).toBe(0);
  expect(gatewayThreads("", "live", 8, "darwin")).toBe(0);
  expect(gatewayThreads("", "sandbox", 8, "linux")).toBe(0);
});

test("CONF-01 the addresses of public prices are settings, each exchange's apart", () => {
  const { publicPrices } = readEnvironment({
    CANDOR_BINANCE_REST_URL: "http://127.0.0.1:9100/",
    CANDOR_BINANCE_STREAM_URL: "ws://127.0.0.1:9100",
    CANDOR_OKX_STREAM_URL: "wss://wsaws.okx.com:8443",
    CANDOR_BYBIT_REST_URL: "https://api.bytick.com",
  });
  expect(publicPrices).toEqual({
    binance: { restUrl: "http://127.0.0.1:9100", streamUrl: "ws://127.0.0.1:9100" },
    okx: { restUrl: "https://www.okx.com", streamUrl: "wss://wsaws.okx.com:8443" },
    bybit: { restUrl: "https://api.bytick.com", streamUrl: "wss://stream.bybit.com" },
  });
});

test.each([
  { PORT: "http" },
  { PORT: "70000" },
  { CANDOR_MODE: "production" },
  { CANDOR_PRICES: "invented" },
  { CANDOR_PRICES: "recorded" },
  { CANDOR_PRICES: "recorded:/data?speed=0" },
  { CANDOR_PRICES: "recorded:/data?step=5001" },
  { CANDOR_PRICES: "recorded:/data?from=yesterday" },
  { CANDOR_PRICES: "recorded:/data?from=2024-08-08T12:00" },
  { CANDOR_PRICES: "recorded:/data?fast=yes" },
  { CANDOR_PRICES: "recorded:/data?loop=yes" },
  { CANDOR_PRICES: "recorded:/data?loop=on&step=100" },
  { CANDOR_PRICES: "recorded:/data", CANDOR_GATEWAYS: "2" },
  { CANDOR_BINANCE_REST_URL: "data-api.binance.vision" },
  { CANDOR_BINANCE_STREAM_URL: "https://data-stream.binance.vision" },
  { CANDOR_OKX_REST_URL: "https://www.okx.com/?a=b" },
  { CANDOR_CHART_BARS: "1501" },
  { CANDOR_ADMIN_PORT: "99999" },
  { CANDOR_ADMIN_PORT: "8090", CANDOR_MODE: "live", CANDOR_PRICES: "public" },
  { CANDOR_TLS_PORT: "tls" },
  { CANDOR_TLS_PORT: "8443", CANDOR_MODE: "live", CANDOR_PRICES: "public" },
  { CANDOR_TLS_PORT: "8443", CANDOR_GATEWAYS: "2" },
  { LOG_LEVEL: "loud" },
])("CONF-02 an invalid setting is rejected by name: %o", (variables) => {
  const name = Object.keys(variables)[0] ?? "";
  expect(() => readEnvironment(variables)).toThrow(SettingError);
  expect(() => readEnvironment(variables)).toThrow(name);
});

test.each(["auto", "simulated", "recorded:/data"])("CONF-03 live mode rejects prices from %s", (source) => {
  expect(() => readEnvironment({ CANDOR_MODE: "live", CANDOR_PRICES: source })).toThrow(/live mode/);
});

test("CONF-03 live mode rejects public prices that an intermediary could change", () => {
  const live = { CANDOR_MODE: "live", CANDOR_PRICES: "public" };
  for (const insecure of [
    { CANDOR_BINANCE_REST_URL: "http://127.0.0.1:9100" },
    { CANDOR_OKX_STREAM_URL: "ws://ws.okx.com" },
    { CANDOR_BYBIT_STREAM_URL: "ws://stream.bybit.com" },
  ])
    expect(() => readEnvironment({ ...live, ...insecure })).toThrow(SettingError);
  expect(readEnvironment({ ...live, CANDOR_OKX_REST_URL: "https://aws.okx.com" }).mode).toBe("live");
});

test("CONF-01 the sandbox has a demo reviewer until it is switched off; live mode never has one", () => {
  expect(readEnvironment({}).demoReviewer).toBe(true);
  expect(readEnvironment({ CANDOR_DEMO_REVIEWER: "off" }).demoReviewer).toBe(false);
  expect(readEnvironment({ CANDOR_KEY_FILE: "/etc/candor/key" }).keyFile).toBe("/etc/candor/key");
  const live = { CANDOR_MODE: "live", CANDOR_PRICES: "public" };
  expect(readEnvironment(live).demoReviewer).toBe(false);
  expect(() => readEnvironment({ ...live, CANDOR_DEMO_REVIEWER: "on" })).toThrow(SettingError);
  expect(() => readEnvironment({ CANDOR_DEMO_REVIEWER: "yes" })).toThrow(SettingError);
});

test("CONF-01 a role that needs a database server names the missing variable", () => {
  const url = "postgres://candor@a:1,b:2/candor";
  expect(readEnvironment({ CANDOR_ROLE: "projector", DATABASE_URL: url })).toMatchObject({
    role: "projector",
    projector: "here",
    databaseUrl: url,
  });
  expect(readEnvironment({ CANDOR_PROJECTOR: "elsewhere", DATABASE_URL: url }).projector).toBe("elsewhere");
  const rejected = (variables: Record<string, string>, message: string): void =>
    expect(() => readEnvironment(variables)).toThrow(message);
  rejected(
    { CANDOR_ROLE: "projector" },
    "DATABASE_URL must name a PostgreSQL database for CANDOR_ROLE=projector",
  );
  rejected(
    { CANDOR_PROJECTOR: "elsewhere" },
    "DATABASE_URL must name a PostgreSQL database for CANDOR_PROJECTOR=elsewhere",
  );
  rejected(
    { CANDOR_ROLE: "reader" },
    'CANDOR_ROLE must be one of all, core, gateway, projector, custody, signer, chain, got "reader"',
  );
  rejected(
    { CANDOR_ROLE: "projector", CANDOR_PROJECTOR: "elsewhere", DATABASE_URL: url },
    "CANDOR_PROJECTOR must be `here` or absent",
  );
  rejected({ DATABASE_URL: "postgres://a:1,b:x/candor" }, "DATABASE_URL must be postgres://");
});

test("CONF-02 a signer and a development chain elsewhere are given as host:port, and only where they fit", () => {
  const read = (variables: Record<string, string>) => () => readEnvironment(variables);
  expect(read({ CANDOR_SIGNER: "signer.internal" })).toThrow("CANDOR_SIGNER must have the form host:port");
  expect(read({ CANDOR_SIGNER: "signer.internal:7443" })).toThrow("CANDOR_LINK_CA is required");
  expect(read({ CANDOR_SIGNER: "[::1]:7443", CANDOR_SIGNER_LIMITS: "ETH:1:2" })).toThrow(
    "CANDOR_SIGNER_LIMITS must be set on the signer's machine only",
  );
  expect(
    read({ CANDOR_MODE: "live", CANDOR_PRICES: "public", CANDOR_DEVELOPMENT_CHAIN: "chain:7444" }),
  ).toThrow("CANDOR_DEVELOPMENT_CHAIN must not be set in live mode");
});

test("CONF-02 a core names its custody processes, and nothing that only they connect to", () => {
  const core = { CANDOR_ROLE: "core", CANDOR_JOURNAL_URL: "postgres://a:b@c:1/d" };
  const read = (variables: Record<string, string>) => () =>
    readCustodyPlaces({ ...core, ...variables }, "sandbox", undefined);
  expect(read({ CANDOR_CUSTODY: "custody.internal" })).toThrow("CANDOR_CUSTODY must have the form host:port");
  expect(read({ CANDOR_CUSTODY: "a:1, [::1]:2" })).toThrow("CANDOR_LINK_CA is required");
  expect(read({ CANDOR_CUSTODY: "a:1", CANDOR_JOURNAL_URL: "" })).toThrow(
    "CANDOR_CUSTODY needs CANDOR_JOURNAL_URL",
  );
  expect(read({ CANDOR_CUSTODY: "a:1", CANDOR_ROLE: "gateway" })).toThrow(
    "CANDOR_CUSTODY must not be set for CANDOR_ROLE=gateway",
  );
  expect(read({ CANDOR_CUSTODY: Array.from({ length: 9 }, () => "a:1").join() })).toThrow(
    "CANDOR_CUSTODY must name at most 8 processes, got 9",
  );
  for (const name of ["CANDOR_SIGNER", "CANDOR_DEVELOPMENT_CHAIN"])
    expect(read({ CANDOR_CUSTODY: "a:1", [name]: "b:2" })).toThrow(
      `${name} must be set for the custody process only`,
    );
});

test("SBOX-62 the signer may be inside the server only where it protects play money", () => {
  const inside = { CANDOR_SIGNER: "inside" };
  const places = readEnvironment(inside).custody;
  expect(places).toMatchObject({ signerInside: true, signer: undefined, identity: undefined });
  expect(readEnvironment({}).custody.signerInside).toBe(false);
  const read = (variables: Record<string, string>) => () => readEnvironment({ ...inside, ...variables });
  const refusal = 'CANDOR_SIGNER must not be "inside"';
  expect(read({ CANDOR_MODE: "live", CANDOR_PRICES: "public" })).toThrow(`${refusal} in live mode`);
  expect(read({ CANDOR_SIGNER_LIMITS: "ETH:1:2" })).toThrow(`${refusal} with CANDOR_SIGNER_LIMITS`);
  expect(() => readCustodyPlaces({ ...inside, CANDOR_ROLE: "gateway" }, "sandbox", undefined)).toThrow(
    `${refusal} with CANDOR_ROLE=gateway`,
  );
});
