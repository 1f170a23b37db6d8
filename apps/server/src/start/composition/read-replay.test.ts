import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SettingError } from "../../config/setting-error.ts";
import { readReplay } from "./read-replay.ts";

const BEGIN_MS = Date.UTC(2024, 7, 8);
const END_MS = BEGIN_MS + 120_000;
const MARKETS = { markets: [{ symbol: "BTCUSDT" }] } as unknown as Parameters<typeof readReplay>[1];

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), "candor-replay-"));
  const rows = [BEGIN_MS, BEGIN_MS + 60_000].map((openMs) => `${openMs},1,1,1,1,1`);
  writeFileSync(path.join(directory, "BTCUSDT-1m-2024-08-08.csv"), rows.join("\n"));
});
afterAll(() => rmSync(directory, { recursive: true }));

const read = (fromMs?: number, place = directory) =>
  readReplay({ prices: { kind: "recorded", directory: place, speed: 1, stepMs: 0, fromMs } }, MARKETS);

test("RPL-04 a new home begins at the first row or at `from`; time stops one second after the last row", async () => {
  expect(await read()).toMatchObject({ fromMs: BEGIN_MS, endMs: END_MS + 1_000 });
  expect(await read(BEGIN_MS + 30_000)).toMatchObject({ fromMs: BEGIN_MS + 30_000, endMs: END_MS + 1_000 });
  expect(await readReplay({ prices: { kind: "simulated" } }, MARKETS)).toBeUndefined();
});

test("RPL-04 a beginning outside the recording and a home of another time are refused", async () => {
  for (const fromMs of [BEGIN_MS - 1, END_MS])
    await expect(read(fromMs)).rejects.toThrow(
      "CANDOR_PRICES must have a time of the recording in `from`: the recording is from 2024-08-08T00:00:00Z to 2024-08-08T00:02:00Z",
    );
  const whole = await read();
  expect(() => whole?.check({ createdAtMs: BEGIN_MS + 1 })).not.toThrow();
  expect(() => whole?.check({ createdAtMs: Date.UTC(2026, 0, 5) })).toThrow(
    "cannot be replayed by a home of 2026-01-05T00:00:00Z",
  );
  const part = await read(BEGIN_MS + 30_000);
  expect(() => part?.check({ createdAtMs: BEGIN_MS + 30_000 })).not.toThrow();
  expect(() => part?.check({ createdAtMs: BEGIN_MS })).toThrow(
    "says from=2024-08-08T00:00:30Z, but this home began at 2024-08-08T00:00:00Z",
  );
});

test("RPL-02 a directory that does not exist is refused by the setting's name", async () => {
  const missing = read(undefined, path.join(directory, "none"));
  await expect(missing).rejects.toThrow(SettingError);
  await expect(missing).rejects.toThrow("CANDOR_PRICES names unusable recordings: ENOENT");
});
