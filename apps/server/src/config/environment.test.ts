import path from "node:path";
import { expect, test } from "vitest";
import { readEnvironment, SettingError } from "./environment.ts";

test("CONF-01 an empty environment gives the documented defaults", () => {
  expect(readEnvironment({})).toEqual({
    port: 8080,
    host: "127.0.0.1",
    home: path.resolve(".candor"),
    mode: "sandbox",
    databaseUrl: undefined,
    prices: { kind: "auto" },
    logLevel: "info",
    metricsPort: 0,
  });
});

test("CONF-01 every setting is read", () => {
  const environment = readEnvironment({
    PORT: "9000",
    HOST: "0.0.0.0",
    CANDOR_HOME: "/srv/candor",
    CANDOR_MODE: "live",
    DATABASE_URL: "postgres://db/candor",
    CANDOR_PRICES: "public",
    LOG_LEVEL: "warn",
    METRICS_PORT: "9100",
  });
  expect(environment).toMatchObject({
    port: 9000,
    host: "0.0.0.0",
    mode: "live",
    logLevel: "warn",
    metricsPort: 9100,
  });
  expect(readEnvironment({ CANDOR_PRICES: "recorded:/data?speed=60" }).prices).toEqual({
    kind: "recorded",
    directory: "/data",
    speed: 60,
  });
});

test.each([
  { PORT: "http" },
  { PORT: "70000" },
  { CANDOR_MODE: "production" },
  { CANDOR_PRICES: "invented" },
  { CANDOR_PRICES: "recorded" },
  { CANDOR_PRICES: "recorded:/data?speed=0" },
  { LOG_LEVEL: "loud" },
])("CONF-02 a bad setting is refused by name: %o", (variables) => {
  const name = Object.keys(variables).join();
  expect(() => readEnvironment(variables)).toThrow(SettingError);
  expect(() => readEnvironment(variables)).toThrow(name);
});

test.each(["auto", "simulated", "recorded:/data"])("CONF-03 live mode refuses prices from %s", (source) => {
  expect(() => readEnvironment({ CANDOR_MODE: "live", CANDOR_PRICES: source })).toThrow(/live mode/);
});
