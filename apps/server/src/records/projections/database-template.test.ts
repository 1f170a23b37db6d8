import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { MEMORY_DISK } from "../../../../../test/support/memory-disk.ts";
import { type DatabaseMaker, makeDatabase } from "./database-template.ts";

/** Each database is one file with the number of databases created before it. */
class NumberedDatabases implements DatabaseMaker<string> {
  made = 0;
  closed = 0;

  async open(directory: string): Promise<string> {
    const file = path.join(directory, "number");
    if (!existsSync(file)) {
      if (readdirSync(directory).length > 0) throw new Error("neither empty nor a database");
      writeFileSync(file, String(this.made++));
    }
    return Promise.resolve(readFileSync(file, "utf8"));
  }

  close(): Promise<void> {
    this.closed++;
    return Promise.resolve();
  }
}

function newRoot(): { readonly cache: string; readonly data: (name: string) => string } {
  const root = mkdtempSync(path.join(MEMORY_DISK, "candor-template-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return { cache: path.join(root, "cache"), data: (name) => path.join(root, name) };
}

test("READ-41 databases are copies of a template that is created once; without a cache each is created from scratch", async () => {
  const { cache, data } = newRoot();
  const databases = new NumberedDatabases();
  expect(await makeDatabase(databases, data("a"), cache)).toBe("0");
  expect(await makeDatabase(databases, data("b"), cache)).toBe("0");
  expect([databases.made, databases.closed, readdirSync(cache).length]).toEqual([1, 1, 1]);
  expect(await makeDatabase(databases, data("c"), undefined)).toBe("1");
});

test("READ-41 two processes may create the template at the same time", async () => {
  const { cache, data } = newRoot();
  const databases = new NumberedDatabases();
  const both = await Promise.all([
    makeDatabase(databases, data("a"), cache),
    makeDatabase(databases, data("b"), cache),
  ]);
  expect(new Set(both).size).toBe(1);
  expect(readdirSync(cache)).toHaveLength(1);
});

test("READ-41 one that is damaged, of another boot or cannot be kept is no obstacle", async () => {
  const { cache, data } = newRoot();
  const databases = new NumberedDatabases();
  mkdirSync(path.join(cache, "read-models-ofanotherboot-1"), { recursive: true });
  mkdirSync(path.join(cache, "something-else"));
  await makeDatabase(databases, data("a"), cache);
  const [template = "", ...others] = readdirSync(cache).toSorted();
  expect(others).toEqual(["something-else"]);
  rmSync(path.join(cache, template, "number"));
  writeFileSync(path.join(cache, template, "torn"), "");
  expect(await makeDatabase(databases, data("b"), cache)).toBe("1");
  expect(readdirSync(data("b"))).toEqual(["number"]);
  expect(readdirSync(cache)).toEqual(["something-else"]);
  expect(await makeDatabase(databases, data("c"), path.join(data("a"), "number"))).toBe("2");
});
