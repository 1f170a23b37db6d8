import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Rejected } from "@candor/wire/rejection";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AccountDocuments } from "./account-documents.ts";
import { DOCUMENT_LIMITS } from "./document-limits.ts";

let directory: string;
let documents: AccountDocuments;
/** Saves share writes for a moment, except that a close writes them at once. */
const open = () =>
  AccountDocuments.open({
    directory,
    nowMs: () => 1_000,
    onFailure: (error) => {
      throw error;
    },
  });

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "documents-"));
  documents = open();
});
afterEach(() => {
  documents.close();
  rmSync(directory, { recursive: true });
});

const USER = 7;
const maxOf = (outcome: unknown): unknown =>
  outcome instanceof Rejected ? [outcome.error, outcome.params?.["max"]] : outcome;

function onDisk(): string {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "latin1"))
    .join("");
}

test("SAVED-03 documents survive a restart, and nothing is left of a closed account's", async () => {
  await documents.save(USER, { name: "layout", text: '"mine"', basedOn: 0 });
  await documents.save(USER, { name: "layout", text: '"mine, changed"', basedOn: 1_000 });
  await documents.save(8, { name: "layout", text: '"of another"', basedOn: 0 });
  await documents.save(8, { name: "lists", text: "[]", basedOn: 0 });
  await documents.save(8, { name: "lists", text: undefined, basedOn: 1_001 });
  documents.close();
  documents = open();
  expect(documents.read(USER)).toMatchObject([{ name: "layout", text: '"mine, changed"', version: 1_001 }]);
  expect(documents.read(8)).toMatchObject([{ text: '"of another"' }]);
  await documents.forget(USER);
  expect(onDisk()).not.toContain("mine");
  documents.close();
  documents = open();
  expect(documents.read(USER)).toEqual([]);
  expect(documents.read(8)).toMatchObject([{ text: '"of another"', version: 1_000 }]);
});

test("SAVED-03 the journal is rewritten once most of it is outdated", async () => {
  const text = `"${"x".repeat(30_000)}"`;
  let basedOn = 0;
  for (let bytes = 0; bytes <= DOCUMENT_LIMITS.outdatedBytes + 2 * text.length; bytes += text.length) {
    const saving = documents.save(USER, {
      name: "layout",
      text: `${text} `.padEnd(30_003 + (bytes % 2)),
      basedOn,
    });
    basedOn = documents.read(USER)[0]?.version ?? 0;
    void saving;
  }
  await documents.save(USER, { name: "layout", text, basedOn });
  documents.close();
  documents = open();
  expect(documents.read(USER)).toMatchObject([{ text }]);
  documents.close();
  expect(onDisk().length).toBeLessThan(DOCUMENT_LIMITS.outdatedBytes / 4);
  documents = open();
});

test("SAVED-02 a document, their number and their total size are limited, in bytes", async () => {
  const most = `"${"é".repeat(DOCUMENT_LIMITS.documentBytes / 2 - 1)}"`;
  const larger = `"${"é".repeat(DOCUMENT_LIMITS.documentBytes / 2)}"`;
  expect(maxOf(await documents.save(USER, { name: "a", text: larger, basedOn: 0 }))).toEqual([
    "request.tooLarge",
    "32 KiB",
  ]);
  const fitting = DOCUMENT_LIMITS.accountBytes / DOCUMENT_LIMITS.documentBytes;
  await Promise.all(
    Array.from({ length: fitting }, (_, index) =>
      documents.save(USER, { name: `large-${index}`, text: most, basedOn: 0 }),
    ),
  );
  const one = { name: "one-more", text: "1", basedOn: 0 };
  expect(maxOf(await documents.save(USER, one))).toEqual(["request.tooLarge", "1 MiB"]);
  expect(documents.read(USER)).toHaveLength(fitting);
  await Promise.all(
    Array.from({ length: DOCUMENT_LIMITS.documents }, (_, index) =>
      documents.save(8, { name: `small-${index}`, text: "1", basedOn: 0 }),
    ),
  );
  expect(maxOf(await documents.save(8, one))).toEqual(["request.tooLarge", "200"]);
  expect(await documents.save(8, { name: "small-3", text: "2", basedOn: 0 })).toMatchObject({ saved: false });
  expect(documents.read(8)).toHaveLength(DOCUMENT_LIMITS.documents);
});
