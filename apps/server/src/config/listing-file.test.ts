import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { exchangeHome } from "../engine/runtime/exchange-home.ts";
import { machineFactory } from "../engine/runtime/exchange-machine.ts";
import { LocalEngine } from "../engine/runtime/local-engine.ts";
import { checkUnchanged } from "./check-listing.ts";
import { builtInListing } from "./exchange-listing.ts";
import { initializeExchange, openLevers } from "./initialize-exchange.ts";
import { LISTING_FILE } from "./listing-file.ts";
import { SettingError } from "./setting-error.ts";
import { wantedListing } from "./wanted-listing.ts";

const SHIB = { symbol: "SHIB", name: "Shiba Inu", scale: 2, minTransfer: "100000", dailyGift: "40000000" };
const SHIB_USDT = {
  base: "SHIB",
  quote: "USDT",
  tick: "0.00000001",
  lot: "100",
  minQuantity: "10000",
  maxQuantity: "1000000000",
  minNotional: "5",
  simulated: { price: "0.000025", minuteVolume: 400_000_000 },
};
const { simulated: _, ...SHIB_TERMS } = SHIB_USDT;
const CONTRACT = { ...SHIB_TERMS, tiers: [{ upTo: 10_000, maxLeverage: 25, maintenancePpm: 10_000 }] };
const LEVER = {
  symbol: "SHIBUSDT",
  leverages: [2, 3],
  baseHourlyPpm: 14,
  quoteHourlyPpm: 16,
  baseUserLimit: "400000000",
  quoteUserLimit: "10000",
  basePairLimit: "4000000000",
  quotePairLimit: "100000",
};
const FILE = { assets: [SHIB], markets: [SHIB_USDT], contracts: [CONTRACT], levers: [LEVER] };

function homeWith(listing: unknown): string {
  const home = mkdtempSync(path.join(tmpdir(), "candor-listing-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  if (listing !== undefined)
    writeFileSync(
      path.join(home, LISTING_FILE),
      typeof listing === "string" ? listing : JSON.stringify(listing),
    );
  return home;
}

function startEngine(): LocalEngine {
  const engine = new LocalEngine({ home: exchangeHome(homeWith(undefined)), factory: machineFactory });
  onTestFinished(() => engine.close());
  return engine;
}

test("CONF-07 without a listing file an exchange lists the built-in assets and markets", () => {
  expect(wantedListing(homeWith(undefined), "sandbox").listing).toEqual(builtInListing("sandbox"));
});

test("CONF-07 a file's coin, market, contract and leverage are listed behind the built-in ones, also later", async () => {
  const engine = startEngine();
  await initializeExchange(engine, "sandbox", builtInListing("sandbox"));
  const { listing, operators } = wantedListing(homeWith(FILE), "sandbox");
  for (let start = 0; start < 2; start++) {
    checkUnchanged(operators, await engine.exchangeView());
    await initializeExchange(engine, "sandbox", listing);
    await openLevers(engine, listing.levers);
  }
  const { assets, markets } = await engine.exchangeView();
  expect(assets.at(-1)).toEqual({ symbol: "SHIB", name: "Shiba Inu", scale: 2, minTransfer: "100000" });
  const [spot, contract] = markets.filter(({ spec }) => spec.symbol === "SHIBUSDT");
  expect(spot).toMatchObject({
    spec: { tick: "0.00000001", makerFeePpm: 1_000 },
    lever: { spec: { leverages: [2, 3] } },
  });
  expect(contract?.contract?.spec).toMatchObject({ indexSymbol: "SHIBUSDT", fundingIntervalMs: 28_800_000 });
  expect(listing.simulated.coins.at(-1)).toMatchObject({ symbol: "SHIBUSDT", reference: "0.000025" });
  expect(listing.dailyGifts).toEqual({ SHIB: "40000000" });
});

test("CONF-07 an exchange may list none of the built-in assets and markets", () => {
  const usdt = { symbol: "USDT", name: "Tether USD", scale: 6, minTransfer: "1" };
  const { listing } = wantedListing(homeWith({ ...FILE, builtIn: false, assets: [usdt, SHIB] }), "live");
  expect(listing.assets.map(({ symbol }) => symbol)).toEqual(["USDT", "SHIB"]);
  expect(listing.markets.map(({ symbol }) => symbol)).toEqual(["SHIBUSDT"]);
});

test("CONF-07 the documented example is one that can be used", () => {
  const page = readFileSync(new URL("../../../../docs/listing.md", import.meta.url), "utf8");
  const example = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  const { operators } = wantedListing(homeWith(example), "sandbox");
  expect(operators.contracts[0]?.brackets).toHaveLength(2);
  expect(operators.levers[0]?.symbol).toBe("SHIBUSDT");
});

const market = (change: object) => ({ ...FILE, markets: [{ ...SHIB_USDT, ...change }] });

test.each([
  ["{", /listing\.json is no JSON/],
  [{ coins: [] }, /Unrecognized key: "coins"/],
  [{ assets: [{ ...SHIB, scale: 9 }] }, /assets\[0\]\.scale/],
  [market({ tick: 0.01 }), /markets\[0\]\.tick/],
  [market({ tick: "0.000000001" }), /decimal/],
  [{ assets: [{ ...SHIB, symbol: "BTC" }] }, /assets: BTC is listed twice, or already built in/],
  [market({ base: "PEPE" }), /PEPEUSDT: the asset PEPE is not listed/],
  [market({ lot: "1" }), /SHIBUSDT: .*must be a whole number of quote units/],
  [market({ minQuantity: "2000000000" }), /SHIBUSDT: its minimum and maximum quantity/],
  [market({ simulated: undefined }), /SHIBUSDT: `simulated` is missing/],
  [market({ simulated: { minuteVolume: 1 } }), /SHIBUSDT: `simulated` requires a `price`/],
  [{ ...FILE, levers: [{ ...LEVER, symbol: "XUSDT" }] }, /levers: the market XUSDT is not listed/],
  [{ ...FILE, levers: [{ ...LEVER, leverages: [3, 2] }] }, /SHIBUSDT: .*leverages 3 2/],
  [
    { ...FILE, contracts: [{ ...CONTRACT, tiers: [{ ...CONTRACT.tiers[0], maxLeverage: 100 }] }] },
    /tier up to 10000/,
  ],
  [
    { assets: FILE.assets, contracts: FILE.contracts },
    /contract SHIBUSDT: the market SHIBUSDT is not listed/,
  ],
  [{ builtIn: false }, /requires the asset USDT/],
])("CONF-07 an invalid listing is rejected before anything is listed: %#", (listing, problem) => {
  const attempt = () => wantedListing(homeWith(listing), "sandbox");
  expect(attempt).toThrow(SettingError);
  expect(attempt).toThrow(problem);
});

test("CONF-07 listed assets and markets keep their terms; fees and funding terms are set elsewhere", async () => {
  const engine = startEngine();
  await initializeExchange(engine, "sandbox", wantedListing(homeWith(FILE), "sandbox").listing);
  const view = await engine.exchangeView();
  const again = (change: object) => () =>
    checkUnchanged(wantedListing(homeWith(market(change)), "sandbox").operators, view);
  expect(again({ minNotional: "10" })).toThrow(
    'listing.json sets minNotional "10" for the market SHIBUSDT, which is already listed with "5": terms cannot change after listing',
  );
  expect(again({ makerFeePpm: 500 })).not.toThrow();
  const contracts = [{ ...CONTRACT, fundingCapPpm: 1_000, interestPpm: 50 }];
  const { operators } = wantedListing(homeWith({ ...FILE, contracts }), "sandbox");
  expect(() => checkUnchanged(operators, view)).not.toThrow();
});
