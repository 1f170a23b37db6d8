import type { VerificationService } from "../verification/verification-service.ts";
import type { Submission } from "../verification/verification-state.ts";
import type { OperatorDesk } from "./operator-desk.ts";
import { Refusal } from "./operator-messages.ts";

/** Long enough to be seen as pending. */
const DEFAULT_DELAY_MS = 5_000;
const REASON = "The sandbox's demo reviewer passes what is complete; nobody has looked at the documents.";

export interface DemoReviewerOptions {
  readonly verification: VerificationService;
  readonly desk: OperatorDesk;
  readonly delayMs?: number;
  /** Something went wrong; the submission stays pending. */
  readonly onProblem: (problem: unknown) => void;
}

/** Passes what people submit in a sandbox after a moment, under a name that says what it is. Never in live mode. */
export class DemoReviewer {
  private readonly options: DemoReviewerOptions;
  private readonly timers = new Set<NodeJS.Timeout>();
  private stopListening: (() => void) | undefined;

  constructor(options: DemoReviewerOptions) {
    this.options = options;
  }

  /** Takes up what is pending, and whatever comes. */
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
      this.pass(submissionId).catch((error: unknown) => this.options.onProblem(error));
    }, this.options.delayMs ?? DEFAULT_DELAY_MS);
    this.timers.add(timer);
  }

  private async pass(submissionId: string): Promise<void> {
    const { desk, verification } = this.options;
    // An operator was faster.
    if (verification.submission(submissionId)?.review !== undefined) return;
    const outcome = await desk.performAsDemoReviewer({
      command: "verification pass",
      target: submissionId,
      reason: REASON,
      flags: [],
    });
    if (outcome instanceof Refusal) this.options.onProblem(new Error(outcome.problem));
  }
}
