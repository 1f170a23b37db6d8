import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { auditDirectory } from "@candor/server/kit/durable/audit-log";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ConsoleUnderTest } from "../support/console/console-under-test.ts";

const JOURNAL_CLI = path.resolve(import.meta.dirname, "../../apps/server/src/start/cli/journal.ts");

let office: ConsoleUnderTest;
beforeAll(async () => {
  office = await ConsoleUnderTest.start();
});
afterAll(() => office.close());

function verifyHome(home: string): Promise<{ readonly code: number; readonly text: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [JOURNAL_CLI, "verify", "--home", home], (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), text: out + err }),
    );
  });
}

/** Changes one word of an entry and nothing else. */
function tamper(home: string, word: string, other: string): void {
  for (const name of readdirSync(auditDirectory(home))) {
    const file = path.join(auditDirectory(home), name);
    const bytes = readFileSync(file);
    const at = bytes.indexOf(word);
    if (at < 0) continue;
    bytes.write(other, at);
    writeFileSync(file, bytes);
    return;
  }
  throw new Error(`no entry has ${word}`);
}

test("OPS-04 a tampered audit row is found by the console's check and by `npm run journal -- verify`", async () => {
  const risk = await office.operator("rita", "risk");
  await office.exchange.registered("tamper@example.org");
  const user = String(
    office.exchange.identity.userByAccount({ kind: "email", name: "tamper@example.org" })?.userId,
  );
  await risk.command("user freeze", user, { reason: "reported stolen" });
  await risk.command("user unfreeze", user, { reason: "identity checked" });
  expect((await risk.call("audit-verify")).body.problems).toEqual([]);

  const { home } = office.exchange;
  const copy = mkdtempSync(path.join(tmpdir(), "candor-audit-"));
  cpSync(home, copy, { recursive: true, filter: (file) => !file.endsWith(".sock") });
  const sound = await verifyHome(copy);
  // This test's home has no manifest, so the reply includes more than the audit log's state (STORE-06 tests a full
  // home).
  expect(sound.text).toMatch(/Audit log {3}[0-9]+ entries, all unaltered/);
  expect(sound.text).not.toContain("the audit log has been altered");
  tamper(copy, "reported stolen", "asked by himself");
  const changed = await verifyHome(copy);
  expect(changed.code).toBe(1);
  expect(changed.text).toContain("the audit log has been altered");
  rmSync(copy, { recursive: true, force: true });

  // The running server uses the same files, so the console reports it too.
  tamper(home, "identity checked", "identity chequed");
  const verdict = await risk.call("audit-verify");
  expect(verdict.body.problems).toHaveLength(1);
  const list = await risk.call("audit-list");
  expect([list.status, list.body.error.message]).toEqual([409, verdict.body.problems[0]]);
  tamper(home, "identity chequed", "identity checked");
});
