import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
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

test("CONF-05 a sandbox's home cannot be opened in live mode, nor the other way round", () => {
  const home = temporaryHome();
  openInstance(home, "sandbox", 1_000);
  expect(() => openInstance(home, "live", 2_000)).toThrow(InstanceError);
});

test.each(["", "{}", "not json"])(
  "CONF-05 a damaged instance file (%j) is refused by name, never replaced",
  (content) => {
    const home = temporaryHome();
    openInstance(home, "sandbox", 1_000);
    writeFileSync(path.join(home, "instance.json"), content);
    expect(() => openInstance(home, "sandbox", 2_000)).toThrow(/instance\.json/);
  },
);

test.each(["/proc/candor/home", "/proc", "/dev/null/home"])(
  "CONF-08 a home where nothing can be kept (%s) is refused by its variable at once",
  (home) => {
    expect(() => openInstance(home, "sandbox", 1_000)).toThrow(SettingError);
    expect(() => openInstance(home, "sandbox", 1_000)).toThrow(
      /^CANDOR_HOME must name a directory on a disk/,
    );
  },
);

test("CONF-08 a home is made with all that is missing above it, for its owner alone", () => {
  const home = path.join(temporaryHome(), "deep", "down");
  openInstance(home, "sandbox", 1_000);
  expect(statSync(home).mode & 0o777).toBe(0o700);
});
