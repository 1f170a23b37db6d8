import type { Language } from "@candor/domain/enumerations";
import type { WireVerification } from "@candor/wire/objects";
import { type Outcome, reject } from "@candor/wire/rejection";
import { CATALOGUES } from "@candor/wire/translations/messages";
import { RecordStore } from "../../kit/durable/record-store.ts";
import type { UserKeys } from "../../kit/durable/user-keys.ts";
import type { Uploads } from "../uploads/uploads.ts";
import { findingOf } from "./demo-review.ts";
import { maskName, maskNumber } from "./mask-document.ts";
import type {
  IdentityDocument,
  LivePhoto,
  Reviewed,
  VerificationLevel,
  VerificationRecord,
} from "./verification-records.ts";
import { type Submission, VerificationState } from "./verification-state.ts";

const JOURNAL_NAME = "verification";
/** Minimum obsolete records before the journal is rewritten. */
const MIN_OUTDATED = 1_000;

/** Reviewer name of the sandbox's demo reviewer; no operator may use it. */
export const DEMO_REVIEWER = "demo-reviewer";

export interface VerificationOptions {
  /** `<CANDOR_HOME>/verification` */
  readonly directory: string;
  readonly keys: UserKeys;
  readonly uploads: Uploads;
  readonly nowMs?: () => number;
  readonly onFailure: (error: Error) => void;
}

export interface VerificationView {
  /** 0: none, 1: real name, 2: advanced. */
  readonly verification: 0 | 1 | 2;
  readonly veriInfo: WireVerification;
}

/** A submission as shown to a reviewer. */
export interface SubmissionDetails {
  readonly submission: Submission;
  /** Document of level 1, also shown with a level 2 submission. */
  readonly document: IdentityDocument | undefined;
  readonly photos: Readonly<Record<string, string>>;
}

export type Review = Pick<Reviewed, "outcome" | "reason" | "reviewer">;

/** Real-name and advanced verification: none → pending → passed, or rejected with a reason and open again. */
export class VerificationService {
  private readonly store: RecordStore<VerificationRecord, VerificationState>;
  private readonly keys: UserKeys;
  private readonly uploads: Uploads;
  private readonly nowMs: () => number;
  private readonly listeners = new Set<(submission: Submission) => void>();
  private readonly reviewListeners = new Set<(submission: Submission) => void>();

  private constructor(
    store: RecordStore<VerificationRecord, VerificationState>,
    options: VerificationOptions,
    nowMs: () => number,
  ) {
    this.store = store;
    this.keys = options.keys;
    this.uploads = options.uploads;
    this.nowMs = nowMs;
    this.uploads.keepWhatIsUsed((url, userId) => this.photosOf(userId).includes(url));
  }

  /** Opens the store; throws the journal's errors for a locked or damaged directory. */
  static open(options: VerificationOptions): VerificationService {
    const nowMs = options.nowMs ?? Date.now;
    const store = RecordStore.open<VerificationRecord, VerificationState>(options.directory, {
      name: JOURNAL_NAME,
      newState: () => new VerificationState(),
      worthRewriting: ({ outdated }) => outdated > MIN_OUTDATED,
      nowMs,
      onFailure: options.onFailure,
    });
    return new VerificationService(store, options, nowMs);
  }

  close(): void {
    this.store.close();
  }

  /** The highest level that has passed. */
  levelOf(userId: number): 0 | 1 | 2 {
    if (this.passed(userId, 2)) return 2;
    return this.passed(userId, 1) ? 1 : 0;
  }

  /** Returns what the user may read back, masked. */
  view(userId: number, language: Language): VerificationView {
    const { state } = this.store;
    const first = state.of(userId, 1);
    const latest = state.of(userId, 2) ?? first;
    const document = first === undefined ? undefined : this.documentOf(first);
    const veriInfo: WireVerification = {
      level: latest?.level ?? 0,
      status: latest === undefined ? "none" : (latest.review?.outcome ?? "pending"),
      reason: reasonFor(latest?.review, language),
      fullName: document === undefined ? null : maskName(document.fullName),
      idNumber: document === undefined ? null : maskNumber(document.idNumber),
      country: document?.country ?? null,
      submittedAtMs: latest?.submittedAtMs ?? null,
      reviewedAtMs: latest?.review?.reviewedAtMs ?? null,
    };
    return { verification: this.levelOf(userId), veriInfo };
  }

  /** Submits real-name verification. The photos are the user's own uploads or links to them. Rejects 210, 380. */
  async submitDocument(userId: number, document: IdentityDocument): Promise<Outcome<Submission>> {
    const [photoFront, photoBack] = await Promise.all([
      this.ownPhoto(userId, document.photoFront),
      this.ownPhoto(userId, document.photoBack),
    ]);
    if (photoFront === undefined || photoBack === undefined) return reject("upload.imageFormat");
    return await this.submit(userId, 1, { ...document, photoFront, photoBack });
  }

  /** Submits advanced verification. Rejects 210, 380. */
  async submitLivePhoto(userId: number, given: LivePhoto): Promise<Outcome<Submission>> {
    const photoLive = await this.ownPhoto(userId, given.photoLive);
    if (photoLive === undefined) return reject("upload.imageFormat");
    return await this.submit(userId, 2, { photoLive });
  }

  /**
   * Resolves when the review is durable, or with `undefined` if there is no such submission or it was already reviewed.
   */
  async review(submissionId: string, review: Review): Promise<Submission | undefined> {
    const { state } = this.store;
    if (state.submission(submissionId)?.review !== undefined || !state.submission(submissionId)) return;
    await this.store.commit({ type: "reviewed", submissionId, ...review, reviewedAtMs: this.nowMs() });
    const reviewed = state.submission(submissionId);
    if (reviewed !== undefined) for (const listener of this.reviewListeners) listener(reviewed);
    return reviewed;
  }

  submission(submissionId: string): Submission | undefined {
    return this.store.state.submission(submissionId);
  }

  /** Oldest first. */
  list(which: "pending" | "all"): Submission[] {
    return [...this.store.state.all()].filter(({ review }) => which === "all" || review === undefined);
  }

  /** Only for reviewers. */
  details(submission: Submission): SubmissionDetails {
    const first = submission.level === 1 ? submission : this.store.state.of(submission.userId, 1);
    const document = first === undefined ? undefined : this.documentOf(first);
    const photos = {
      ...(document === undefined ? {} : { front: document.photoFront, back: document.photoBack }),
      ...(submission.level === 2 ? { live: this.livePhotoOf(submission).photoLive } : {}),
    };
    return { submission, document, photos };
  }

  onSubmitted(listener: (submission: Submission) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Adds a listener called after each durable review. */
  onReviewed(listener: (submission: Submission) => void): () => void {
    this.reviewListeners.add(listener);
    return () => this.reviewListeners.delete(listener);
  }

  /** Erases a user's documents. Copies in backups become unreadable once the user's key is destroyed too. */
  async forget(userId: number): Promise<void> {
    await this.store.commit({ type: "forgotten", userId });
    await this.store.rewriteNow();
  }

  /** Keeps passed documents until then and erases all else. @returns references to the kept photos */
  async retain(userId: number, untilMs: number): Promise<readonly string[]> {
    await this.store.commit({ type: "retained", userId, untilMs });
    await this.store.rewriteNow();
    return this.photosOf(userId);
  }

  /** Returns until when the documents of a closed account are kept, or `undefined` if it is open or has none. */
  retainedUntilMs(userId: number): number | undefined {
    return this.store.state.retainedUntilMs(userId);
  }

  /** Returns users whose retention period is over. */
  dueForForgetting(): readonly number[] {
    const nowMs = this.nowMs();
    return [...this.store.state.allRetained()]
      .filter(([, untilMs]) => untilMs <= nowMs)
      .map(([userId]) => userId);
  }

  private async submit(
    userId: number,
    level: VerificationLevel,
    document: IdentityDocument | LivePhoto,
  ): Promise<Outcome<Submission>> {
    const before = this.store.state.of(userId, level);
    if (level === 2 && !this.passed(userId, 1))
      return reject("verification.state", { status: this.statusOf(userId, 1) });
    if (before !== undefined && before.review?.outcome !== "refused")
      return reject("verification.state", { status: this.statusOf(userId, level) });
    const attempt = Number(before?.submissionId.split("-")[2] ?? 0) + 1;
    const submissionId = `${userId}-${level}-${attempt}`;
    const sealed = this.keys.of(userId).sealText(JSON.stringify(document), contextOf(submissionId));
    await this.store.commit({
      type: "submitted",
      submissionId,
      userId,
      level,
      sealed,
      submittedAtMs: this.nowMs(),
    });
    const submission = this.store.state.submission(submissionId);
    if (submission === undefined) throw new Error(`${submissionId} was lost`);
    for (const listener of this.listeners) listener(submission);
    return submission;
  }

  private statusOf(userId: number, level: VerificationLevel): WireVerification["status"] {
    const submission = this.store.state.of(userId, level);
    return submission === undefined ? "none" : (submission.review?.outcome ?? "pending");
  }

  private passed(userId: number, level: VerificationLevel): boolean {
    return this.statusOf(userId, level) === "passed";
  }

  private ownPhoto(userId: number, url: string): Promise<string | undefined> {
    return this.uploads.ownReference(userId, "identity", url);
  }

  private photosOf(userId: number): string[] {
    const first = this.store.state.of(userId, 1);
    const second = this.store.state.of(userId, 2);
    return [first, second].flatMap((submission) =>
      submission === undefined ? [] : Object.values(this.details(submission).photos),
    );
  }

  private documentOf(submission: Submission): IdentityDocument {
    return JSON.parse(this.unseal(submission)) as IdentityDocument;
  }

  private livePhotoOf(submission: Submission): LivePhoto {
    return JSON.parse(this.unseal(submission)) as LivePhoto;
  }

  private unseal({ userId, submissionId, sealed }: Submission): string {
    return this.keys.of(userId).openText(sealed, contextOf(submissionId));
  }
}

const contextOf = (submissionId: string): string => `verification ${submissionId}`;

/** The demo reviewer's reason is one of the site's own texts, so it is in the reader's language. */
function reasonFor(review: Reviewed | undefined, language: Language): string | null {
  if (review?.reviewer === DEMO_REVIEWER) return CATALOGUES[language].demoReviews[findingOf(review.reason)];
  return review === undefined || review.reason === "" ? null : review.reason;
}
