import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { InstanceError, openInstance } from "./instance.ts";
import { SettingError } from "./setting-error.ts";

function temporaryHome(): string {
  const parent = mkdtempSync(path.join(tmpdir(), "candor-instance-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return path.join(parent, "home");
}

test("CONF-05 the first start draws an instance, later starts keep it", () => {
  const home = temporaryHome();
  const first = openInstance(home, "sandbox", 1_000);
  expect(first).toMatchObject({ mode: "sandbox", createdAtMs: 1_000 });
  expect(openInstance(home, "sandbox", 2_000)).toEqual(first);
});

test("CONF-05 a sandbox's home cannot be opened in live mode, nor a live home in the sandbox", () => {
  const home = temporaryHome();
  openInstance(home, "sandbox", 1_000);
  expect(() => openInstance(home, "live", 2_000)).toThrow(InstanceError);
});

test.each(["", "{}", "not json"])(
  "CONF-05 a damaged instance file (%j) is rejected by name, never replaced",
  (content) => {
    const home = temporaryHome();
    openInstance(home, "sandbox", 1_000);
    writeFileSync(path.join(home, "instance.json"), content);
    expect(() => openInstance(home, "sandbox", 2_000)).toThrow(/instance\.json/);
  },
);

test.each(["/proc/candor/home", "/proc", "/dev/null/home"])(
  "CONF-08 an unusable home (%s) is rejected at once, by its variable's name",
  (home) => {
    expect(() => openInstance(home, "sandbox", 1_000)).toThrow(SettingError);
    expect(() => openInstance(home, "sandbox", 1_000)).toThrow(
      /^CANDOR_HOME must be a directory this user can write to/,
    );
  },
);

test("CONF-08 a home is created with its missing parent folders, readable by its owner only", () => {
  const home = path.join(temporaryHome(), "deep", "down");
  openInstance(home, "sandbox", 1_000);
  expect(statSync(home).mode & 0o777).toBe(0o700);
});

test("RIG-01 prices and founding time of a home follow from its seed", () => {
  const [first, same, other] = [7, 7, 8].map((seed) => openInstance(temporaryHome(), "sandbox", 1_000, seed));
  expect(same?.priceSecret).toBe(first?.priceSecret);
  expect(same?.pricesSinceMs).toBe(first?.createdAtMs);
  expect(first?.createdAtMs).toBe(Date.UTC(2026, 0, 5));
  expect(other?.priceSecret).not.toBe(first?.priceSecret);
  // Tables of one home are never continued with another's journal.
  expect(same?.simulationSeed).not.toBe(first?.simulationSeed);
});

test("RIG-01 a home keeps its seed, and another one is refused", () => {
  const home = temporaryHome();
  const instance = openInstance(home, "sandbox", 1_000, 7);
  expect(openInstance(home, "sandbox", 2_000)).toEqual(instance);
  expect(openInstance(home, "sandbox", 2_000, 7)).toEqual(instance);
  expect(() => openInstance(home, "sandbox", 2_000, 8)).toThrow(
    /^CANDOR_SEED is 8, but .* was founded with CANDOR_SEED=7/,
  );
  const unseeded = temporaryHome();
  openInstance(unseeded, "sandbox", 1_000);
  expect(() => openInstance(unseeded, "sandbox", 2_000, 7)).toThrow(/was founded without a seed/);
});

const FIRST_VERSION = { version: 1, createdAtMs: 1_000, mode: "sandbox", simulationSeed: 3_818_939_282 };

test("FEED-18 simulated prices derive from 128 secret bits of the system's randomness, drawn for each home", () => {
  const drawn = Array.from({ length: 64 }, () => openInstance(temporaryHome(), "sandbox", 1_000).priceSecret);
  expect(new Set(drawn).size).toBe(drawn.length);
  const bits = Buffer.from(drawn.join(""), "hex");
  expect(bits).toHaveLength(64 * 16);
  // Each of the 128 bits is set as often as not: 64 homes, six standard deviations.
  for (let place = 0; place < 128; place++) {
    const set = drawn.filter((_, home) => ((bits[home * 16 + (place >> 3)] as number) >> (place & 7)) & 1);
    expect(Math.abs(set.length - 32), `bit ${place}`).toBeLessThan(24);
  }
});

test("FEED-18 a home with a seed of 32 bits draws a secret at its next start and keeps it; it stays the same home", () => {
  const home = temporaryHome();
  openInstance(home, "sandbox", 1);
  writeFileSync(path.join(home, "instance.json"), JSON.stringify(FIRST_VERSION, null, 2));
  const upgraded = openInstance(home, "sandbox", 9_000);
  expect(upgraded).toEqual({
    ...FIRST_VERSION,
    version: 2,
    priceSecret: expect.stringMatching(/^[0-9a-f]{32}$/),
    pricesSinceMs: 9_000,
  });
  expect(openInstance(home, "sandbox", 10_000)).toEqual(upgraded);
  expect(() => openInstance(home, "live", 10_000)).toThrow(InstanceError);
});

test("FEED-18 only the price simulation reads its secret, so nothing can publish it", () => {
  const source = path.join(import.meta.dirname, "..");
  const readers = globSync("**/*.ts", { cwd: source }).filter(
    (file) =>
      !file.endsWith(".test.ts") && readFileSync(path.join(source, file), "utf8").includes("priceSecret"),
  );
  expect(readers.toSorted()).toEqual([
    "config/instance-schema.ts",
    "config/instance.ts",
    "start/composition/start-exchange.ts",
  ]);
});
