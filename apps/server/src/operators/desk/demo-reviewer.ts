import type { Uploads } from "../../people/uploads/uploads.ts";
import { DEMO_REASONS, type DemoFinding, demoFinding } from "../../people/verification/demo-review.ts";
import type { VerificationService } from "../../people/verification/verification-service.ts";
import type { Submission } from "../../people/verification/verification-state.ts";
import { Refusal } from "../protocol/operator-messages.ts";
import type { OperatorDesk } from "./operator-desk.ts";

/** Long enough for the pending state to be visible. */
const DEFAULT_DELAY_MS = 5_000;

export interface DemoReviewerOptions {
  readonly verification: VerificationService;
  readonly uploads: Pick<Uploads, "picture">;
  readonly desk: OperatorDesk;
  readonly delayMs?: number;
  /** Called on an error; the submission stays pending. */
  readonly onProblem: (problem: unknown) => void;
}

/**
 * Passes or rejects submissions in a sandbox after a short delay, by fixed rules, through the same desk as operators
 * and under a name that identifies it. Never in live mode.
 */
export class DemoReviewer {
  private readonly options: DemoReviewerOptions;
  private readonly timers = new Set<NodeJS.Timeout>();
  private stopListening: (() => void) | undefined;

  constructor(options: DemoReviewerOptions) {
    this.options = options;
  }

  /** Reviews pending submissions and all new ones. */
  start(): void {
    const { verification } = this.options;
    for (const submission of verification.list("pending")) this.schedule(submission);
    this.stopListening = verification.onSubmitted((submission) => this.schedule(submission));
  }

  stop(): void {
    this.stopListening?.();
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  private schedule({ submissionId }: Submission): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.review(submissionId).catch((error: unknown) => this.options.onProblem(error));
    }, this.options.delayMs ?? DEFAULT_DELAY_MS);
    this.timers.add(timer);
  }

  private async review(submissionId: string): Promise<void> {
    const { desk, verification } = this.options;
    const submission = verification.submission(submissionId);
    // An operator was faster, or the account is closed.
    if (submission === undefined || submission.review !== undefined) return;
    const finding = await this.findingIn(submission);
    const outcome = await desk.performAsDemoReviewer({
      command: finding === "passed" ? "verification pass" : "verification refuse",
      target: submissionId,
      reason: DEMO_REASONS[finding],
      flags: [],
    });
    if (outcome instanceof Refusal) this.options.onProblem(new Error(outcome.problem));
  }

  private async findingIn(submission: Submission): Promise<DemoFinding> {
    const { verification } = this.options;
    const { document, photos } = verification.details(submission);
    if (submission.level === 1)
      return demoFinding({ level: 1, document: document ?? { fullName: "", idNumber: "" } });
    const live = await this.bytesOf(photos["photoLive"]);
    const taken = await Promise.all(
      [document?.photoFront, document?.photoBack].map((url) => this.bytesOf(url)),
    );
    return demoFinding({ level: 2, live, document: taken });
  }

  private async bytesOf(url: string | undefined): Promise<Uint8Array> {
    const picture = url === undefined ? undefined : await this.options.uploads.picture(url);
    if (picture === undefined) throw new Error("a photo of the submission is missing");
    return picture.bytes;
  }
}
