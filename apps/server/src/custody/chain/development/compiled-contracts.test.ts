import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { compiledContracts } from "./compiled-contracts.ts";

const SOURCE = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;
contract Answer { function value() external pure returns (uint256) { return 42; } }
`;

test("SRV-11 contracts are compiled once; a damaged cache, or one that cannot be written to, is no obstacle", async () => {
  const root = mkdtempSync(path.join(tmpdir(), "candor-contracts-test-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const source = path.join(root, "answer.sol");
  writeFileSync(source, SOURCE);
  const cache = path.join(root, "cache");
  const first = await compiledContracts(source, cache);
  expect(Object.keys(first)).toEqual(["Answer"]);
  const [name = ""] = readdirSync(cache);
  const file = path.join(cache, name);
  const text = readFileSync(file, "utf8");
  const { ino } = statSync(file);
  expect(await compiledContracts(source, cache)).toEqual(first);
  expect(statSync(file).ino).toBe(ino);

  const { contracts } = JSON.parse(text) as { contracts: string };
  const shortened = JSON.stringify({
    ...JSON.parse(text),
    contracts: contracts.replace(/[0-9a-f]{8}"/, '"'),
  });
  expect(shortened).not.toBe(text);
  // A compilation takes seconds: in every run the damage that only the hash finds, and one more.
  const others = [contracts, "{}", "", text.slice(0, text.length / 2), "null", '{"Answer":"6080"}'];
  const drawn = Math.floor(Math.random() * others.length);
  const tried = process.env["CANDOR_DEEP"] === "1" ? others : others.slice(drawn, drawn + 1);
  for (const damaged of [shortened, ...tried]) {
    writeFileSync(file, damaged);
    expect(await compiledContracts(source, cache), damaged.slice(0, 20)).toEqual(first);
    expect(readFileSync(file, "utf8")).toBe(text);
  }
  // A path below a file: no user can create it, not even root.
  expect(await compiledContracts(source, path.join(source, "cache"))).toEqual(first);
  expect(readdirSync(cache)).toEqual([name]);
});
