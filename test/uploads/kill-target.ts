import { flushCompileCache } from "node:module";
import path from "node:path";
import { AuditLog } from "@candor/server/kit/durable/audit-log";
import { Identity } from "@candor/server/people/identity/identity-service";
import { openDocuments } from "@candor/server/people/verification/open-documents";
import { Rejected } from "@candor/wire/rejection";
import { keyFileIn, openFiles } from "../support/home-parts.ts";
import { NO_EXCHANGE } from "../support/identity/no-exchange.ts";
import { picture } from "../support/uploads/pictures.ts";

/** What the process to be killed has promised. */
export interface DurableReview {
  readonly userId: number;
  readonly submissionId: string;
  readonly fullName: string;
  readonly outcome: "passed" | "refused" | "pending";
  readonly auditNumber: number;
  readonly auditHash: string;
}

const [home = "", round = "0"] = process.argv.slice(2);
const OUTCOMES = ["passed", "refused", "pending"] as const;

const fail = (error: Error): never => {
  throw error;
};
const identity = Identity.open({
  directory: path.join(home, "identity"),
  mode: "sandbox",
  hashCost: { memoryKib: 8, passes: 1 },
  settings: { inviteOnly: false, registrationBy: ["username"] },
  exchange: NO_EXCHANGE,
});
const keyFile = keyFileIn(home, "sealing.key");
const files = openFiles(home);
const { uploads, verification } = openDocuments({ home, keyFile, files, identity, onFailure: fail });
const audit = AuditLog.open(home, Date.now);
const photo = await picture("jpeg", 24, 24);

// A killed process does not write its compile cache by itself.
flushCompileCache();

function given<T>(outcome: T | Rejected): T {
  if (outcome instanceof Rejected) throw new Error(outcome.error);
  return outcome;
}

async function people(line: number): Promise<void> {
  for (let count = 0; ; count++) {
    const userId = Number(round) * 1_000_000 + line * 100_000 + count + 1;
    const upload = async () => given(await uploads.keep(userId, "identity", photo)).url;
    const fullName = `Person ${userId}`;
    const document = { country: "DE", fullName, idNumber: "X123456", address: "Am Graben 1" };
    const [photoFront, photoBack] = [await upload(), await upload()];
    const { submissionId } = given(
      await verification.submitDocument(userId, { ...document, photoFront, photoBack }),
    );
    const outcome = OUTCOMES[count % OUTCOMES.length] ?? "pending";
    if (outcome !== "pending")
      await verification.review(submissionId, { outcome, reason: `because ${count}`, reviewer: "anna" });
    const head = audit.append({
      phase: "done",
      operator: "anna",
      action: "verification pass",
      target: submissionId,
      reason: "",
    });
    process.send?.({
      userId,
      submissionId,
      fullName,
      outcome,
      auditNumber: head.number,
      auditHash: head.hash,
    } satisfies DurableReview);
  }
}

await Promise.all([people(0), people(1)]);
