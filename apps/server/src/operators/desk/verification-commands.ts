import type { VerificationService } from "../../people/verification/verification-service.ts";
import type { Submission } from "../../people/verification/verification-state.ts";
import {
  type OperatorFile,
  type OperatorRequest,
  type OperatorResult,
  Refusal,
} from "../protocol/operator-messages.ts";
import type { ActCommand, OperatorCommand, PlannedAction } from "./operator-command.ts";
import type { OperatorPorts } from "./operator-ports.ts";
import { timeOf } from "./time-of.ts";

const MAX_REASON_LENGTH = 500;

export function verificationCommands({
  verification,
  uploads,
}: Pick<OperatorPorts, "verification" | "uploads">) {
  return {
    "verification list": {
      kind: "read",
      read: ({ flags }) => ({
        note: "",
        rows: verification.list(flags.includes("all") ? "all" : "pending").map(rowOf),
      }),
    },
    "verification show": {
      kind: "read",
      isAudited: true,
      read: (request) => show(verification, uploads, request),
    },
    "verification pass": review(verification, "passed"),
    "verification refuse": review(verification, "refused"),
  } as const satisfies Record<string, OperatorCommand>;
}

function rowOf(submission: Submission) {
  const { submissionId, userId, level, submittedAtMs, review: reviewed } = submission;
  return {
    submission: submissionId,
    user: userId,
    level,
    status: reviewed?.outcome ?? "pending",
    submitted: timeOf(submittedAtMs),
    reviewer: reviewed?.reviewer ?? null,
    reason: reviewed?.reason ?? null,
  };
}

async function show(
  verification: VerificationService,
  uploads: OperatorPorts["uploads"],
  { target, flags }: OperatorRequest,
): Promise<OperatorResult | Refusal> {
  const submission = verification.submission(target);
  if (submission === undefined) return new Refusal(`There is no submission ${target}.`);
  const { document, photos } = verification.details(submission);
  const row = {
    ...rowOf(submission),
    name: document?.fullName ?? null,
    country: document?.country ?? null,
    idNumber: document?.idNumber ?? null,
    address: document?.address ?? null,
    photos: Object.keys(photos).join(", "),
  };
  if (!flags.includes("photos")) return { note: "", rows: [row] };
  const files: OperatorFile[] = [];
  for (const [name, url] of Object.entries(photos)) {
    const picture = await uploads.picture(url);
    if (picture !== undefined)
      files.push({ name: `${target}-${name}.jpg`, base64: picture.bytes.toString("base64") });
  }
  return { note: "", rows: [row], files };
}

function review(verification: VerificationService, outcome: "passed" | "refused"): ActCommand {
  return {
    kind: "act",
    plan: ({ target, reason }): PlannedAction | Refusal => {
      const submission = verification.submission(target);
      if (submission === undefined) return new Refusal(`There is no submission ${target}.`);
      if (submission.review !== undefined)
        return new Refusal(
          `Submission ${target} was ${submission.review.outcome} by ${submission.review.reviewer}.`,
        );
      if (reason.length > MAX_REASON_LENGTH)
        return new Refusal(`Use at most ${MAX_REASON_LENGTH} characters for the reason.`);
      return {
        target,
        before: { status: "pending", level: submission.level, user: submission.userId },
        act: async (operator) => {
          const reviewed = await verification.review(target, { outcome, reason, reviewer: operator });
          if (reviewed === undefined)
            return new Refusal(`Submission ${target} has just been reviewed by someone else.`);
          return {
            after: { status: outcome, verification: verification.levelOf(submission.userId) },
            note: `Submission ${target} was ${outcome}.`,
          };
        },
      };
    },
  };
}
