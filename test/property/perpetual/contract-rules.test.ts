import { createHash } from "node:crypto";
import { RULES } from "@candor/domain/rules";
import { mulberry32 } from "@candor/simulator/order-flow-random";
import { expect, test } from "vitest";
import { MarkAttackers } from "./mark-attackers.ts";
import { MarkWorld } from "./mark-world.ts";

const WORLDS = 60;

/**
 * Recorded with the program of 25 November 2026, before newer rules existed. After a change of mark-attackers.ts or
 * mark-world.ts record it again with that program (commit 9b8a9d0f), not with the current one.
 */
const RECORDED = "ba5aced48aa5b415ea30b19924535b7d86e63b65b4a7bddb1c18a6b6a0d3fb6d";

test("CORE-11 contracts under rules 2 produce the same digest as before newer rules existed", () => {
  const hash = createHash("sha256");
  for (let seed = 0; seed < WORLDS; seed++) {
    const random = mulberry32(seed);
    const world = new MarkWorld({
      rules: RULES.namedBounds,
      colluders: 5,
      contracts: 1 + (seed % 2),
      fundUsdt: [0, 40, 100_000][seed % 3] as number,
      feesPpm: [200, 500, 5_000],
      fundingIntervalMs: seed % 2 === 0 ? 28_800_000 : 60_000,
      honestLeverage: 50,
      isOneSided: false,
    });
    world.onEvents = (words) => hash.update(new Uint8Array(words.slice().buffer));
    const attackers = new MarkAttackers(world, random);
    for (let run = 0; run < 10; run++) {
      attackers.run();
      world.index[0] = Math.round((world.index[0] ?? 0) * (1 + (random.fraction() - 0.5) * 0.02));
      world.wait(1);
    }
  }
  expect(hash.digest("hex")).toBe(RECORDED);
});
