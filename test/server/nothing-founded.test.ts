import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { TEST_CHAIN_ID, TestNode } from "../support/chain/test-node.ts";
import { QUIET, removeHome, runToEnd, startServer, temporaryHome } from "../support/server/run-server.ts";
import { WireClient } from "../support/wire-client.ts";

vi.setConfig({ testTimeout: 240_000 });

const SCHOOL = {
  builtIn: false,
  assets: [
    { symbol: "USDT", name: "Play dollar", scale: 6, minTransfer: "1", dailyGift: "100000" },
    { symbol: "EDU", name: "School coin", scale: 2, minTransfer: "1" },
  ],
  markets: [
    {
      base: "EDU",
      quote: "USDT",
      tick: "0.01",
      lot: "0.01",
      minQuantity: "1",
      maxQuantity: "100000",
      minNotional: "1",
      simulated: { price: "5", minuteVolume: 1_000 },
    },
  ],
};
const WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow";

let node: TestNode;
let place: string;
beforeAll(async () => {
  node = await TestNode.start();
  place = temporaryHome();
});
afterAll(async () => {
  await node?.stop();
  if (place !== undefined) removeHome(place);
});

function fileOf(name: string, content: unknown): string {
  const file = path.join(place, name);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

function recordingOf(rows: string): string {
  const directory = path.join(place, "recordings");
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(directory, "BTCUSDT-spot-1m-x.csv"), rows);
  return directory;
}

const chainFile = (asset: object, chainId = TEST_CHAIN_ID): string =>
  fileOf("chain.json", {
    chainId,
    name: "Test network",
    finality: "none",
    testnet: true,
    assets: [
      {
        symbol: "USDT",
        token: "0x00000000000000000000000000000000000c0de1",
        decimals: 6,
        minDeposit: "1",
        withdrawalFee: "1",
        minWithdrawal: "10",
        maxWithdrawal: "50000",
        ...asset,
      },
    ],
  });

interface Wrong {
  readonly settings?: () => Readonly<Record<string, string>>;
  readonly listing?: unknown;
  readonly says: RegExp;
}

/** Add a line here for each new setting that can be invalid. */
const WRONG: Readonly<Record<string, Wrong>> = {
  "a port that another program uses": {
    settings: () => ({ PORT: new URL(node.process.url).port }),
    says: /PORT \d+ is used/,
  },
  "a host that is not this machine's": { settings: () => ({ HOST: "192.0.2.1" }), says: /HOST must be/ },
  "figures on a port that is taken": {
    settings: () => ({ METRICS_PORT: new URL(node.process.url).port }),
    says: /METRICS_PORT \d+ is used/,
  },
  "a database that does not answer": {
    settings: () => ({ DATABASE_URL: "postgres://nobody:secret-word@127.0.0.1:9/none" }),
    says: /DATABASE_URL/,
  },
  "recordings that are not there": {
    settings: () => ({ CANDOR_PRICES: `recorded:${place}` }),
    says: /CANDOR_PRICES .*no files named like/,
  },
  "a recording with a wrong row": {
    settings: () => ({
      CANDOR_PRICES: `recorded:${recordingOf("open_time_ms,open,high,low,close,volume\n1,2\n")}`,
    }),
    says: /CANDOR_PRICES .*BTCUSDT-spot-1m-x\.csv: line 2: expected 6 or 12 fields, got 2/,
  },
  "a key that is none": {
    settings: () => ({ CANDOR_KEY_FILE: fileOf("sealing.key", "no key") }),
    says: /CANDOR_KEY_FILE/,
  },
  "a seed of wrong words": {
    settings: () => ({ CANDOR_SIGNER_MNEMONIC: WORDS.replace("yellow", "year") }),
    says: /CANDOR_SIGNER_MNEMONIC must contain/,
  },
  "a node that does not answer": {
    settings: () => ({
      CANDOR_CHAIN_RPC: "http://127.0.0.1:9/a-secret-key",
      CANDOR_CHAIN_FILE: chainFile({}),
    }),
    says: /CANDOR_CHAIN_RPC names a node that does not answer/,
  },
  "a node of another chain": {
    settings: () => ({ CANDOR_CHAIN_RPC: node.process.url, CANDOR_CHAIN_FILE: chainFile({}, 61_717) }),
    says: /CANDOR_CHAIN_FILE .*the node is on chain 31337, the file says 61717/,
  },
  "a token without a contract": {
    settings: () => ({ CANDOR_CHAIN_RPC: node.process.url, CANDOR_CHAIN_FILE: chainFile({}) }),
    says: /USDT: no contract at 0x0+c0de1/,
  },
  "an asset that the signer would not pay": {
    settings: () => ({
      CANDOR_CHAIN_RPC: node.process.url,
      CANDOR_CHAIN_FILE: chainFile({ symbol: "XRP" }),
    }),
    says: /CANDOR_SIGNER_LIMITS has no limit for XRP/,
  },
  "a coin that is not listed on a chain": {
    settings: () => ({
      CANDOR_CHAIN_RPC: node.process.url,
      CANDOR_CHAIN_FILE: chainFile({ symbol: "NONE" }),
    }),
    says: /the exchange does not list NONE/,
  },
  "a listing without USDT": {
    listing: { ...SCHOOL, assets: SCHOOL.assets.slice(1) },
    says: /listing\.json .*USDT/,
  },
  "a listing whose coin the development chain cannot count": {
    listing: {
      ...SCHOOL,
      assets: [...SCHOOL.assets, { symbol: "ETH", name: "Ether", scale: 2, minTransfer: "1" }],
    },
    says: /listing\.json lists ETH in a way/,
  },
};

const CASES = Object.entries(WRONG);

test.each(CASES)(
  "CONF-09 %s: the start is rejected by name, and no home is created",
  async (_what, wrong) => {
    const home = path.join(place, `home-${Math.random()}`);
    if (wrong.listing !== undefined) {
      mkdirSync(home);
      writeFileSync(path.join(home, "listing.json"), JSON.stringify(wrong.listing));
    }
    const { code, output } = await runToEnd(home, { ...QUIET, ...wrong.settings?.() });
    expect(output).toMatch(wrong.says);
    expect(output).not.toMatch(/secret-word|a-secret-key|sausage|^\s+at .*\.ts:/m);
    expect(code).toBeGreaterThan(0);
    expect(existsSync(home) ? readdirSync(home) : []).toEqual(
      wrong.listing === undefined ? [] : ["listing.json"],
    );
  },
);

test("CONF-07 a sandbox with only its own coins starts, and accepts deposits of those on its chain", async () => {
  const home = temporaryHome();
  onTestFinished(() => removeHome(home));
  writeFileSync(path.join(home, "listing.json"), JSON.stringify(SCHOOL));
  const server = await startServer(home, QUIET);
  onTestFinished(() => server.stop("SIGKILL").then(() => undefined));
  const visitor = new WireClient(server.url);
  const { list } = await visitor.expectOk(visitor.post("/Recharge/list", {}));
  expect((list as { asset: string }[]).map(({ asset }) => asset)).toEqual(["USDT"]);
  expect(await server.stop("SIGTERM")).toBe(0);
});
