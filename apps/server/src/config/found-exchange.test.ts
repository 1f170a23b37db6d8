import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { exchangeHome } from "../engine/exchange-home.ts";
import { machineFactory } from "../engine/exchange-machine.ts";
import { LocalEngine } from "../engine/local-engine.ts";
import { DEFAULT_ENDOWMENTS } from "./default-endowments.ts";
import { DEFAULT_ASSETS, DEFAULT_MARKETS } from "./default-listing.ts";
import { DEFAULT_OPTIONS } from "./default-options.ts";
import { endowPools, FoundingError, foundExchange, offerOptions } from "./found-exchange.ts";

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
  await foundExchange(engine, "sandbox", DEFAULT_ASSETS, DEFAULT_MARKETS);
  const founded = await engine.exchangeView();
  expect(founded.assets).toEqual(DEFAULT_ASSETS);
  expect(founded.markets.map(({ spec }) => spec)).toEqual(DEFAULT_MARKETS);
  await foundExchange(engine, "sandbox", DEFAULT_ASSETS, DEFAULT_MARKETS);
  expect((await engine.exchangeView()).asOfSeq).toBe(founded.asOfSeq);
});

test("CONF-06 a founding that was interrupted goes on where it stopped", async () => {
  const engine = startEngine();
  await foundExchange(engine, "sandbox", DEFAULT_ASSETS, DEFAULT_MARKETS.slice(0, 3));
  await foundExchange(engine, "sandbox", DEFAULT_ASSETS, DEFAULT_MARKETS);
  const founded = await engine.exchangeView();
  expect(founded.markets.map(({ spec }) => spec)).toEqual(DEFAULT_MARKETS);
});

test("CONF-06 a listing that the core refuses stops the founding by name", async () => {
  const engine = startEngine();
  const [market] = DEFAULT_MARKETS;
  if (market === undefined) throw new Error("no market");
  await expect(
    foundExchange(engine, "sandbox", DEFAULT_ASSETS, [{ ...market, base: "XYZ" }]),
  ).rejects.toThrow(FoundingError);
});

test("CONF-06 second contracts are offered at the first start and not at the next", async () => {
  const engine = startEngine();
  await foundExchange(engine, "sandbox", DEFAULT_ASSETS, DEFAULT_MARKETS);
  await offerOptions(engine, DEFAULT_OPTIONS);
  const { terms, asOfSeq } = await engine.optionsView();
  expect(terms).toEqual(DEFAULT_OPTIONS);
  await offerOptions(engine, { ...DEFAULT_OPTIONS, offers: [] });
  expect((await engine.optionsView()).asOfSeq).toBe(asOfSeq);
});

test("FUND-14 pools are endowed at the first start and not at the next", async () => {
  const engine = startEngine();
  await foundExchange(engine, "sandbox", DEFAULT_ASSETS, DEFAULT_MARKETS);
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
