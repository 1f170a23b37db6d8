/**
 * A browser that waits for a signed-in device, as stored in the journal. Each record replaces the one before with the same
 * code. Code and secret appear only as the SHA-256 of random data.
 */
export interface QrLogin {
  /** SHA-256 of the code in the picture. */
  readonly codeHash: string;
  /** SHA-256 of the secret that only the waiting browser knows. */
  readonly secretHash: string;
  /** Two digits; only the waiting browser shows them, and only after a scan. */
  readonly number: number;
  readonly deviceName: string;
  /** Network part only. */
  readonly addressMasked: string;
  readonly begunAtMs: number;
  readonly expiresAtMs: number;
  readonly step: QrLoginStep;
  /** User and session that scanned it; 0 and "" before that. */
  readonly userId: number;
  readonly sessionId: string;
}

/** `ended`: used, or canceled by the browser that waited; nothing can follow. */
type QrLoginStep = "waiting" | "scanned" | "approved" | "refused" | "ended";
