import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkFiles } from "./check-files.ts";
import { FileRegister } from "./file-register.ts";

const FILE = "chain/state.json";
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

test("STORE-09 a file whose replacement failed, however often, is still the file of the home", async () => {
  const home = mkdtempSync(path.join(tmpdir(), "candor-register-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const where = path.join(home, FILE);
  const open = () =>
    FileRegister.open({
      home,
      nowMs: Date.now,
      onFailure: (error) => {
        throw error;
      },
    });
  const problems = (register: FileRegister) => checkFiles(home, "", register.files);
  let register = open();
  await register.replace(FILE, bytesOf("first"));
  // Writing fails like on a full disk: the draft's place is taken by a directory.
  const obstacle = `${where}.new`;
  for (let round = 0; round < 3; round++) {
    mkdirSync(obstacle);
    for (const text of ["second", "third, which is longer"])
      await expect(register.replace(FILE, bytesOf(text))).rejects.toThrow(/EISDIR/);
    rmSync(obstacle, { recursive: true });
    expect(readFileSync(where, "utf8")).toBe("first");
    expect(problems(register)).toEqual([]);
    register.close();
    register = open();
    expect(problems(register)).toEqual([]);
  }
  const contents = Array.from({ length: 20 }, (_, n) => `content ${n}`);
  await Promise.all(contents.map((text) => register.replace(FILE, bytesOf(text))));
  expect(readFileSync(where, "utf8")).toBe("content 19");
  expect(problems(register)).toEqual([]);
  register.close();
});
