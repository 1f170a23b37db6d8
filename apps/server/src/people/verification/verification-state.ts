import type { RecordedState } from "../../kit/durable/record-store.ts";
import { unknownRecord } from "../../kit/durable/unknown-record.ts";
import type { Reviewed, Submitted, VerificationLevel, VerificationRecord } from "./verification-records.ts";

export interface Submission extends Submitted {
  readonly review: Reviewed | undefined;
}

/** The last submission of each user and level. */
export class VerificationState implements RecordedState<VerificationRecord> {
  outdated = 0;
  private readonly byId = new Map<string, Submission>();
  private readonly byUser = new Map<number, Map<VerificationLevel, Submission>>();
  private readonly retained = new Map<number, number>();

  of(userId: number, level: VerificationLevel): Submission | undefined {
    return this.byUser.get(userId)?.get(level);
  }

  submission(submissionId: string): Submission | undefined {
    return this.byId.get(submissionId);
  }

  /** Submissions in order of arrival. */
  *all(): Generator<Submission> {
    yield* this.byId.values();
  }

  retainedUntilMs(userId: number): number | undefined {
    return this.retained.get(userId);
  }

  /** Users with closed accounts, and when the retention of their documents ends. */
  allRetained(): Iterable<readonly [userId: number, untilMs: number]> {
    return this.retained;
  }

  apply(record: VerificationRecord): void {
    switch (record.type) {
      case "submitted":
        this.submit(record);
        return;
      case "reviewed": {
        const submission = this.byId.get(record.submissionId);
        if (submission === undefined) throw new Error(`review of unknown submission ${record.submissionId}`);
        this.put({ ...submission, review: record });
        return;
      }
      case "retained":
        this.drop(record.userId, ({ review }) => review?.outcome !== "passed");
        this.retained.set(record.userId, record.untilMs);
        return;
      case "forgotten":
        this.drop(record.userId, () => true);
        this.retained.delete(record.userId);
        this.outdated++;
        return;
      default:
        unknownRecord("verification", record);
    }
  }

  *dump(): Generator<VerificationRecord> {
    for (const { review, ...submitted } of this.byId.values()) {
      yield submitted;
      if (review !== undefined) yield review;
    }
    for (const [userId, untilMs] of this.retained) yield { type: "retained", userId, untilMs };
  }

  private drop(userId: number, isDropped: (submission: Submission) => boolean): void {
    const levels = this.byUser.get(userId);
    for (const submission of levels?.values() ?? []) {
      if (!isDropped(submission)) continue;
      levels?.delete(submission.level);
      this.byId.delete(submission.submissionId);
      this.outdated += 2;
    }
    if (levels?.size === 0) this.byUser.delete(userId);
  }

  private submit(record: Submitted): void {
    const before = this.of(record.userId, record.level);
    if (before !== undefined) {
      this.byId.delete(before.submissionId);
      this.outdated += before.review === undefined ? 1 : 2;
    }
    this.put({ ...record, review: undefined });
  }

  private put(submission: Submission): void {
    const { userId, level, submissionId } = submission;
    const levels = this.byUser.get(userId) ?? new Map<VerificationLevel, Submission>();
    levels.set(level, submission);
    this.byUser.set(userId, levels);
    this.byId.set(submissionId, submission);
  }
}
