import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openFiles } from "../../../../../test/support/home-parts.ts";
import { LocalUploadFiles } from "./upload-files.ts";

const FOLDER = "10001";
const CONTENT = Buffer.from("sealed");

function openFolder() {
  const home = mkdtempSync(path.join(tmpdir(), "candor-uploads-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return { home, files: new LocalUploadFiles(home, "uploads", openFiles(home)) };
}

test("UPLD-05 a file that is still being written is not listed, and so never removed to make room", async () => {
  const { home, files } = openFolder();
  await files.write(FOLDER, "chat-1", CONTENT);
  writeFileSync(path.join(home, "uploads", FOLDER, "chat-2.new"), CONTENT);
  expect(await files.list(FOLDER)).toEqual(["chat-1"]);
});

test("UPLD-05 listing works while other requests write and remove files of the same folder", async () => {
  const { home, files } = openFolder();
  const rounds = Array.from({ length: 60 }, async (_, n) => {
    await files.write(FOLDER, `chat-${n}`, CONTENT);
    const listed = await files.list(FOLDER);
    for (const name of listed.slice(0, 2)) await files.remove(FOLDER, name);
  });
  await Promise.all(rounds);
  const left = await files.list(FOLDER);
  expect(left).toEqual(expect.arrayContaining(readdirSync(path.join(home, "uploads", FOLDER))));
  expect(left.every((name) => !name.endsWith(".new"))).toBe(true);
});
