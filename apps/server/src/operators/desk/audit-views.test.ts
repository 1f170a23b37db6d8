import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MEMORY_DISK } from "../../../../../test/support/memory-disk.ts";
import { AuditLog, auditDirectory } from "../../kit/durable/audit-log.ts";
import { auditRows, verifyAuditLog } from "./audit-views.ts";

/** Enough for a log with several files. */
const ACTIONS = 400;
const REASON = "the reason that was given ".repeat(200);

let home: string;
let last: number;
beforeAll(() => {
  home = mkdtempSync(path.join(MEMORY_DISK, "candor-audit-views-"));
  const log = AuditLog.open(home, () => 1);
  const entry = { operator: "anna", action: "user freeze", reason: REASON } as const;
  for (let user = 1; user <= ACTIONS; user++) {
    const { number } = log.append({ ...entry, phase: "begun", target: String(user) });
    log.append({ ...entry, phase: "done", target: String(user), begun: number });
  }
  last = log.head.number;
  log.close();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("OPER-06 the newest actions are the same rows whether the whole log is read or its end", () => {
  expect(
    readdirSync(auditDirectory(home)).filter((name) => name.endsWith(".journal")).length,
  ).toBeGreaterThan(2);
  const rows = auditRows(home, 10, last);
  expect(rows).toEqual(auditRows(home, 10));
  // Pairs of begun and done, without gaps in the numbers.
  expect(rows.map(({ entry }) => entry)).toEqual(
    Array.from({ length: 10 }, (_, at) => `${last - 19 + 2 * at}–${last - 18 + 2 * at}`),
  );
  expect(rows.map(({ action }) => action)).toEqual(
    Array.from({ length: 10 }, (_, at) => `user freeze ${ACTIONS - 9 + at}`),
  );
  expect(auditRows(home, 2 * ACTIONS, last)).toEqual(auditRows(home, 2 * ACTIONS));
});

test("OPER-06 only the files that hold the newest actions are read for them; the check reads every one", () => {
  const [first = ""] = readdirSync(auditDirectory(home)).toSorted();
  const file = path.join(auditDirectory(home), first);
  const bytes = readFileSync(file);
  bytes.write("no reason", bytes.indexOf("the reason"));
  writeFileSync(file, bytes);
  expect(auditRows(home, 10, last)).toHaveLength(10);
  expect(() => auditRows(home, 10)).toThrow();
  expect(verifyAuditLog(home, []).problems).toHaveLength(1);
});
