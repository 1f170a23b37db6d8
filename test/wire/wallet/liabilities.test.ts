import { hash } from "node:crypto";
import { verifyInclusion } from "@candor/formulas/liability-tree/verify-inclusion";
import { formatDecimal } from "@candor/money/decimal";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PLAN } from "../../support/scenario/mining-world.ts";
import { BTC_CONTRACT } from "../../support/wire/contract-world.ts";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { LEVER } from "../../support/wire/lever-world.ts";
import type { WireClient } from "../../support/wire-client.ts";

const sha256 = (text: string): string => hash("sha256", text);
const PAYMENT = { paymentPassword: "246810" };

let exchange: GatewayUnderTest;
let ana: WireClient;
let ben: WireClient;
const ids = { ana: "", ben: "" };
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({
    contracts: [BTC_CONTRACT],
    mining: { plans: [PLAN], reserve: "1000" },
    lever: LEVER,
  });
  ana = await exchange.trader("ana@example.org", { USDT: "2000" });
  ben = await exchange.trader("ben@example.org", { USDT: "3000" });
  ids.ana = accepted(await ana.call("profile")).id;
  ids.ben = accepted(await ben.call("profile")).id;
  // An order with frozen funds, a margin account, a machine: 2,000 − 100 for the machine, which owes 101.
  accepted(
    await ana.call("doOrder", {
      symbol: "BTCUSDT",
      side: "buy",
      type: "limit",
      price: "50000",
      quantity: "0.01",
    }),
  );
  accepted(
    await ana.call("leverTransfer", { symbol: "BTCUSDT", asset: "USDT", direction: "in", amount: "300" }),
  );
  exchange.time.ms += 61_000;
  accepted(
    await ana.call("transfer", { asset: "USDT", amount: "100", from: "coin", to: "main", ...PAYMENT }),
  );
  accepted(await ana.call("miningBuy", { planId: "p0", quantity: 1 }));
});
afterAll(async () => {
  expect(exchange.errors).toEqual([]);
  await exchange.close();
});

/** Verifies like a browser: the published tree, the user's leaf in it, everything recomputed. */
async function verify(client: WireClient, userId: string, treeId?: string) {
  const published = accepted(await client.call("liabilities", treeId === undefined ? {} : { treeId }));
  const proof = accepted(await client.call("liabilityLeaf", { treeId: published.treeId }));
  const totals = published.totals.map(({ asset, liabilities: amount }) => ({ asset, amount }));
  const check = await verifyInclusion(userId, { ...published, totals }, proof, sha256);
  return { published, proof, check };
}

test("PROOF-06 visitors see a root with the total of each asset, which equals the ledger at that command", async () => {
  const reply = accepted(await exchange.client().call("liabilities"));
  const [{ assets }, mining] = [await exchange.engine.solvencyView(), await exchange.engine.miningView()];
  expect(reply.atSeq).toBe(exchange.engine.durableSeq);
  expect(reply.leaves).toBe(256);
  for (const { assetId, usersUnits, treasuryUnits } of assets) {
    const { symbol, scale } = exchange.listings.asset(assetId).spec;
    const locked = mining.reserves.find((each) => each.assetId === assetId)?.lockedUnits ?? 0;
    const playMoney = formatDecimal(0 - treasuryUnits, scale);
    expect(reply.totals[assetId]).toEqual({
      asset: symbol,
      liabilities: formatDecimal(usersUnits + locked, scale),
      reserves: playMoney,
      playMoney,
    });
  }
  expect(exchange.publications.get(reply.treeId)).toEqual({
    root: reply.rootHash,
    atSeq: reply.atSeq,
    stateHash: (await exchange.engine.stateHash()).hash,
    leaves: 256,
  });
});

test("PROOF-06 the site's status names the state of the newest tree; no visitor makes the engine hash its state", async () => {
  const { atSeq, treeId } = accepted(await exchange.client().call("liabilities"));
  const hashing = vi.spyOn(exchange.engine, "stateHash");
  for (let visitor = 0; visitor < 3; visitor++) {
    exchange.time.ms += 10_000;
    const status = accepted(await exchange.client().call("siteStatus"));
    expect(status.asOfSeq).toBe(atSeq);
    expect(status.stateHash).toBe(exchange.publications.get(treeId)?.stateHash);
  }
  expect(hashing).not.toHaveBeenCalled();
  hashing.mockRestore();
});

test("PROOF-06 each user verifies their own leaf: everything that they have, held or lent", async () => {
  const own = await verify(ana, ids.ana);
  expect(own.check.fault).toBeUndefined();
  expect(own.check.climbs).toHaveLength(8);
  expect(own.proof.leaf.balances[0]).toEqual({ asset: "USDT", amount: "2001.000000" });
  const other = await verify(ben, ids.ben);
  expect(other.check.fault).toBeUndefined();
  expect(other.proof.leaf.balances[0]).toEqual({ asset: "USDT", amount: "3000.000000" });
  expect(other.published.rootHash).toBe(own.published.rootHash);
});

test("PROOF-06 nothing in a request names another user, and without a login there is no leaf", async () => {
  expect((await exchange.client().call("liabilityLeaf")).data.error).toBe("user.notLoggedIn");
  const { leaf } = accepted(await ana.call("liabilityLeaf"));
  const asked = { userId: ids.ana, uid: ids.ana, id: ids.ana, index: leaf.index };
  const got = accepted(await ben.call("liabilityLeaf", asked));
  expect(got.leaf.index).not.toBe(leaf.index);
  expect(got.leaf.balances[0]?.amount).toBe("3000.000000");
  const published = accepted(await ben.call("liabilities"));
  const totals = published.totals.map(({ asset, liabilities: amount }) => ({ asset, amount }));
  const foreign = accepted(await ana.call("liabilityLeaf"));
  expect((await verifyInclusion(ids.ben, { ...published, totals }, foreign, sha256)).fault).toBe("leaf");
});

test("PROOF-06 trees that were never built, and users without a leaf, are unknown; an invalid id is rejected", async () => {
  const treeId = accepted(await ana.call("liabilities")).treeId;
  for (const name of ["liabilities", "liabilityLeaf"] as const) {
    expect((await ana.call(name, { treeId: "lt-99" })).data.error).toBe("request.unknownId");
    expect((await ana.call(name, { treeId: "../lt-1" })).data.error).toBe("request.parameterError");
  }
  const eve = await exchange.registered("eve@example.org");
  expect((await eve.call("liabilityLeaf", { treeId })).data.error).toBe("request.unknownId");
});

test("PROOF-06 an earlier tree is verified after later ones and after a restart", async () => {
  const before = await verify(ana, ids.ana);
  accepted(await ana.call("faucet", { amount: "5" }));
  await exchange.liabilities.makeNow();
  await exchange.restartLiabilities();
  const reopened = exchange.client(ana.token);
  const after = await verify(reopened, ids.ana, before.published.treeId);
  expect(after.check).toEqual(before.check);
  expect(after.published.rootHash).toBe(before.published.rootHash);
  const latest = await verify(reopened, ids.ana);
  expect(latest.published.treeId).not.toBe(before.published.treeId);
  expect(latest.check.fault).toBeUndefined();
});
