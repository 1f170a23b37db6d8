import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Environment } from "../../config/environment.ts";
import { INSTANCE_FILE } from "../../config/instance.ts";
import { digestOfFile } from "./check-files.ts";
import { FileRegister } from "./file-register.ts";
import { openHome } from "./open-home.ts";

test("FEED-18 a home whose register contains its file with a 32-bit seed is upgraded once and opens afterward", async () => {
  const home = mkdtempSync(path.join(tmpdir(), "candor-open-home-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const keyFile = path.join(home, "keys/sealing.key");
  const environment = { home, keyFile, mode: "sandbox", rig: {} } as Environment;
  const file = path.join(home, INSTANCE_FILE);
  const open = async () => {
    const { files, instance } = await openHome(environment, { warn: () => {} }, (error) => {
      throw error;
    });
    files.close();
    return instance;
  };
  const { createdAtMs, mode, simulationSeed } = await open();
  writeFileSync(file, JSON.stringify({ version: 1, createdAtMs, mode, simulationSeed }, null, 2));
  const files = FileRegister.open({ home, nowMs: Date.now, onFailure: () => {} });
  await files.keep(INSTANCE_FILE, digestOfFile(file));
  files.close();

  const upgraded = await open();
  expect(upgraded).toMatchObject({ version: 2, createdAtMs, simulationSeed });
  expect(await open()).toEqual(upgraded);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(upgraded);
});
