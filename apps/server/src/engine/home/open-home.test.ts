import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { NEWEST_RULES } from "@candor/domain/rules";
import { expect, onTestFinished, test } from "vitest";
import type { Environment } from "../../config/environment.ts";
import { INSTANCE_FILE } from "../../config/instance.ts";
import { digestOfFile } from "./check-files.ts";
import { FileRegister } from "./file-register.ts";
import { newManifest, writeManifest } from "./manifest.ts";
import { NewerHomeError } from "./newer-home-error.ts";
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

test("CORE-11 a home that a newer version has served is refused by name before anything in it changes", async () => {
  const home = mkdtempSync(path.join(tmpdir(), "candor-open-home-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const keyFile = path.join(home, "keys/sealing.key");
  const environment = { home, keyFile, mode: "sandbox", rig: {} } as Environment;
  const open = async () => {
    const opened = await openHome(environment, { warn: () => {} }, (error) => {
      throw error;
    });
    opened.files.close();
    return opened;
  };
  const { instance } = await open();
  const served = (rules: number) => {
    const exchange = { records: 0, hash: "" };
    writeManifest(home, newManifest({ writtenAtMs: 0, seq: 0, exchange, stores: [], instance, rules }));
  };
  const content = () =>
    readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [
        path.join(parentPath, name),
        readFileSync(path.join(parentPath, name)).toString("base64"),
      ]);
  served(NEWEST_RULES + 1);
  const before = content();
  const refused = open();
  await expect(refused).rejects.toThrow(NewerHomeError);
  await expect(refused).rejects.toThrow(
    `its rules are version ${NEWEST_RULES + 1}, and this version knows ${NEWEST_RULES}`,
  );
  expect(content()).toEqual(before);
  for (const rules of [NEWEST_RULES, NEWEST_RULES - 1]) {
    served(rules);
    expect((await open()).checked.manifest).toMatchObject({ rules });
  }
});
