import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readAuditLog } from "@candor/server/kit/durable/audit-log";
import { Identity } from "@candor/server/people/identity/identity-service";
import { openDocuments } from "@candor/server/people/verification/open-documents";
import { expect, onTestFinished, test, vi } from "vitest";
import { keyFileIn, openFiles } from "../support/home-parts.ts";
import { NO_EXCHANGE } from "../support/identity/no-exchange.ts";
import type { DurableReview } from "./kill-target.ts";

// Processes are started and killed here in parallel with other tests: allow for a busy machine.
vi.setConfig({ testTimeout: 240_000 });

async function runUntilKilled(home: string, round: number, killAfter: number): Promise<DurableReview[]> {
  const child = fork(path.join(import.meta.dirname, "kill-target.ts"), [home, String(round)]);
  const received: DurableReview[] = [];
  child.on("message", (fact: DurableReview) => {
    received.push(fact);
    if (received.length === killAfter) child.kill("SIGKILL");
  });
  await once(child, "exit");
  return received;
}

test("VERIF-04 kill -9 under load: every acknowledged submission, review, picture and audit entry is there", async () => {
  const home = mkdtempSync(path.join(tmpdir(), "candor-documents-kill-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const promised: DurableReview[] = [];
  for (const [round, killAfter] of [1, 6, 15, 30].entries()) {
    const received = await runUntilKilled(home, round, killAfter);
    expect(received.length).toBeGreaterThanOrEqual(killAfter);
    promised.push(...received);
    await expectPromises(home, promised);
  }
});

async function expectPromises(home: string, promised: readonly DurableReview[]): Promise<void> {
  const identity = Identity.open({
    directory: path.join(home, "identity"),
    mode: "sandbox",
    exchange: NO_EXCHANGE,
  });
  const keyFile = keyFileIn(home, "sealing.key");
  const files = openFiles(home);
  const documents = openDocuments({ home, keyFile, files, identity, onFailure: () => undefined });
  try {
    const hashes = new Map<number, string>();
    readAuditLog(home, ({ number, hash }) => hashes.set(number, hash));
    for (const fact of promised) {
      const submission = documents.verification.submission(fact.submissionId);
      if (submission === undefined) throw new Error(`${fact.submissionId} is lost`);
      expect(submission.review?.outcome ?? "pending").toBe(fact.outcome);
      expect(documents.verification.levelOf(fact.userId)).toBe(fact.outcome === "passed" ? 1 : 0);
      const { document, photos } = documents.verification.details(submission);
      expect(document?.fullName).toBe(fact.fullName);
      for (const url of Object.values(photos))
        expect((await documents.uploads.picture(url))?.bytes.subarray(0, 2)).toEqual(
          Buffer.from("ffd8", "hex"),
        );
      expect(hashes.get(fact.auditNumber)).toBe(fact.auditHash);
    }
  } finally {
    documents.close();
    files.close();
    identity.close();
  }
}
