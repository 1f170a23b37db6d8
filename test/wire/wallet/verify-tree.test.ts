import { readFileSync, writeFileSync } from "node:fs";
import { TreeDirectory } from "@candor/server/custody/liabilities/published-tree";
import { PUBLISH_ACTION, problemsOfTree } from "@candor/server/custody/liabilities/verify-tree";
import { AuditLog } from "@candor/server/kit/durable/audit-log";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";

let exchange: GatewayUnderTest;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start();
  await exchange.trader("ana@example.org", { USDT: "2000" });
  await exchange.liabilities.makeNow();
});
afterAll(async () => {
  await exchange.close();
});

test("PROOF-08 a kept tree is computed again from the journal, and any leaf, root or entry that differs is named", async () => {
  const { home } = exchange;
  const tree = await exchange.liabilities.latest();
  expect(problemsOfTree(home, tree)).toEqual(["the audit log has no root of it"]);
  const log = AuditLog.open(home, Date.now);
  log.append({
    operator: "(exchange)",
    action: PUBLISH_ACTION,
    target: tree.treeId,
    reason: "",
    phase: "done",
    after: { root: tree.rootHash },
  });
  log.close();
  expect(problemsOfTree(home, tree)).toEqual([]);

  const other = problemsOfTree(home, { ...tree, rootHash: "0".repeat(64) });
  expect(other).toEqual([
    expect.stringContaining(`give the root ${tree.rootHash}`),
    expect.stringContaining("the audit log has the root"),
  ]);
  expect(problemsOfTree(home, { ...tree, stateHash: "" })).toEqual([
    expect.stringContaining("gives the state"),
  ]);

  const file = new TreeDirectory(home).treeFile(tree.treeId);
  const bytes = readFileSync(file);
  const firstLeaf = bytes.length - (2 * tree.leaves - 1) * (32 + 8 * tree.assets.length);
  bytes.writeDoubleLE(1, firstLeaf + 32);
  writeFileSync(file, bytes);
  const changed = problemsOfTree(home, tree).join("\n");
  expect(changed).toContain("its nodes do not match its leaves");
  expect(changed).toContain("its totals do not match the sums of its leaves");
  expect(changed).toMatch(/the leaf of user [0-9]+ is 1, .*expected /);
});
