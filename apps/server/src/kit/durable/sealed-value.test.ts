import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSealingKey, SealError, SealingKey } from "./sealed-value.ts";

let home: string;
beforeEach(() => (home = mkdtempSync(path.join(tmpdir(), "candor-seal-"))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

const fileOf = (name = "sealing.key") => {
  const file = path.join(home, "keys", name);
  if (!existsSync(file)) createSealingKey(file);
  return file;
};

test("SEC-03 a sealed value opens only with its key and context, and reveals nothing of its text", () => {
  const key = SealingKey.ofFile(fileOf());
  const sealed = key.sealText("passport 1234567", "user 10001");
  expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain("1234567");
  expect(key.openText(sealed, "user 10001")).toBe("passport 1234567");
  expect(key.sealText("passport 1234567", "user 10001")).not.toBe(sealed);
  expect(() => key.openText(sealed, "user 10002")).toThrow(SealError);
  const other = SealingKey.ofFile(fileOf("other.key"));
  expect(() => other.openText(sealed, "user 10001")).toThrow(SealError);
});

test("SEC-03 one changed bit anywhere is found", () => {
  const key = SealingKey.ofFile(fileOf());
  const sealed = key.seal(Buffer.from("abc"), "x");
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] as number) ^ 1;
    expect(() => key.open(changed, "x"), `byte ${at}`).toThrow(SealError);
  }
  expect(() => key.open(sealed.subarray(0, 10), "x")).toThrow(SealError);
});

test("SEC-03 the key file is readable by its owner only; missing and invalid key files are rejected", () => {
  const sealed = SealingKey.ofFile(fileOf()).sealText("a", "x");
  expect(statSync(fileOf()).mode & 0o777).toBe(0o600);
  expect(SealingKey.ofFile(fileOf()).openText(sealed, "x")).toBe("a");
  expect(readFileSync(fileOf(), "utf8")).toMatch(/^[0-9a-f]{64}\n$/);
  writeFileSync(fileOf(), "secret");
  expect(() => SealingKey.ofFile(fileOf())).toThrow(SealError);
  expect(() => SealingKey.ofFile(path.join(home, "missing.key"))).toThrow(/missing\.key is missing/);
  expect(existsSync(path.join(home, "missing.key"))).toBe(false);
});

test("SEC-03 an inner key opens the values it sealed, and is lost with its sealed form", () => {
  const outer = SealingKey.ofFile(fileOf());
  const { key, sealed } = outer.makeInner("key of 10001");
  const text = key.sealText("abc", "x");
  expect(outer.openInner(sealed, "key of 10001").openText(text, "x")).toBe("abc");
  expect(() => outer.openInner(sealed, "key of 10002")).toThrow(SealError);
  expect(() => outer.openText(text, "x")).toThrow(SealError);
});
