import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { NEWEST_RULES } from "@candor/domain/rules";
import { expect, onTestFinished, test } from "vitest";
import { LIVE_RISK_RULES, SANDBOX_RISK_RULES } from "../custody/withdrawals/withdrawal-rules.ts";
import { exchangeHome } from "../engine/runtime/exchange-home.ts";
import { machineFactory } from "../engine/runtime/exchange-machine.ts";
import { LocalEngine } from "../engine/runtime/local-engine.ts";
import { DEFAULT_ENDOWMENTS } from "./default-endowments.ts";
import { DEFAULT_ASSETS, DEFAULT_MARKETS } from "./default-listing.ts";
import { DEFAULT_OPTIONS } from "./default-options.ts";
import {
  adoptNewestRules,
  endowPools,
  FoundingError,
  foundSettings,
  foundSite,
  initializeExchange,
  offerOptions,
} from "./initialize-exchange.ts";

const LISTING = { assets: DEFAULT_ASSETS, markets: DEFAULT_MARKETS, contracts: [] };

function startEngine(): LocalEngine {
  const home = mkdtempSync(path.join(tmpdir(), "candor-founding-"));
  const engine = new LocalEngine({ home: exchangeHome(home), factory: machineFactory });
  onTestFinished(async () => {
    await engine.close();
    rmSync(home, { recursive: true, force: true });
  });
  return engine;
}

test("CONF-06 a new exchange lists its assets and markets once, in order", async () => {
  const engine = startEngine();
  await initializeExchange(engine, "sandbox", LISTING);
  const founded = await engine.exchangeView();
  expect(founded.assets).toEqual(DEFAULT_ASSETS);
  expect(founded.markets.map(({ spec }) => spec)).toEqual(DEFAULT_MARKETS);
  await initializeExchange(engine, "sandbox", LISTING);
  expect((await engine.exchangeView()).asOfSeq).toBe(founded.asOfSeq);
});

test("CONF-06 an interrupted founding resumes where it stopped", async () => {
  const engine = startEngine();
  await initializeExchange(engine, "sandbox", { ...LISTING, markets: DEFAULT_MARKETS.slice(0, 3) });
  await initializeExchange(engine, "sandbox", LISTING);
  const founded = await engine.exchangeView();
  expect(founded.markets.map(({ spec }) => spec)).toEqual(DEFAULT_MARKETS);
});

test("CONF-06 a listing that the core refuses stops the founding by name", async () => {
  const engine = startEngine();
  const [market] = DEFAULT_MARKETS;
  if (market === undefined) throw new Error("no market");
  await expect(
    initializeExchange(engine, "sandbox", { ...LISTING, markets: [{ ...market, base: "XYZ" }] }),
  ).rejects.toThrow(FoundingError);
});

test("CONF-06 timed options are offered at the first start and not at the next", async () => {
  const engine = startEngine();
  await initializeExchange(engine, "sandbox", LISTING);
  await offerOptions(engine, DEFAULT_OPTIONS);
  const { terms, asOfSeq } = await engine.optionsView();
  expect(terms).toEqual(DEFAULT_OPTIONS);
  await offerOptions(engine, { ...DEFAULT_OPTIONS, offers: [] });
  expect((await engine.optionsView()).asOfSeq).toBe(asOfSeq);
});

test("FUND-14 pools are endowed at the first start and not at the next", async () => {
  const engine = startEngine();
  await initializeExchange(engine, "sandbox", LISTING);
  await endowPools(engine, DEFAULT_ENDOWMENTS);
  const { pools, asOfSeq } = await engine.solvencyView();
  expect(pools).toHaveLength(DEFAULT_ENDOWMENTS.length);
  for (const { balanceUnits, endowedUnits } of pools) expect(balanceUnits).toBe(endowedUnits);
  await endowPools(engine, DEFAULT_ENDOWMENTS);
  expect((await engine.solvencyView()).asOfSeq).toBe(asOfSeq);
  await expect(endowPools(engine, [{ pool: "option-pool", asset: "XYZ", total: "1" }])).rejects.toThrow(
    FoundingError,
  );
});

test("CORE-12 the newest rules are adopted at the first start and not at the next", async () => {
  const engine = startEngine();
  await foundSite(engine);
  await adoptNewestRules(engine);
  const { settings, asOfSeq } = await engine.settingsView();
  expect(settings.find(({ setting }) => setting === "rules")).toMatchObject({
    version: 1,
    value: { version: NEWEST_RULES },
  });
  await adoptNewestRules(engine);
  expect((await engine.settingsView()).asOfSeq).toBe(asOfSeq);
});

test("OPS-05 the first start sets the values that operators may change later; the next start does not reset them", async () => {
  const engine = startEngine();
  await foundSite(engine);
  await initializeExchange(engine, "sandbox", LISTING);
  await foundSettings(engine, SANDBOX_RISK_RULES);
  const find = async (name: string) =>
    (await engine.settingsView()).settings.find(({ setting }) => setting === name);
  expect(await find("site")).toMatchObject({ version: 1, value: { isOpen: true, message: "" } });
  expect(await find("referral-rate")).toMatchObject({ version: 1, value: { ratePpm: 200_000 } });
  expect(await find("withdrawal-rules")).toMatchObject({ version: 1, value: SANDBOX_RISK_RULES });
  await engine.execute({ kind: "set-site", isOpen: false, message: "closed" });
  await foundSite(engine);
  await foundSettings(engine, LIVE_RISK_RULES);
  expect(await find("site")).toMatchObject({ version: 2, value: { isOpen: false, message: "closed" } });
  expect(await find("withdrawal-rules")).toMatchObject({ version: 1, value: SANDBOX_RISK_RULES });
});
