import { BoundedMap } from "../../../kit/bounded-map.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import type { Session } from "../user-and-session.ts";
import type { QrLogin } from "./qr-login-records.ts";

/** Browsers that wait for a signed-in device, by code hash, built from the records so far. */
export class QrLoginTable {
  private readonly byCode = new BoundedMap<string, QrLogin>(IDENTITY_LIMITS.maxQrLogins);

  get(codeHash: string): QrLogin | undefined {
    return this.byCode.get(codeHash);
  }

  set(login: QrLogin): void {
    if (login.step === "ended") this.byCode.delete(login.codeHash);
    else this.byCode.set(login.codeHash, login);
  }

  /** Drops what the user's devices have scanned or approved. */
  forget(userId: number): void {
    this.drop((login) => login.userId === userId);
  }

  /** Drops what one session has scanned or approved. */
  forgetSession({ userId, sessionId }: Pick<Session, "userId" | "sessionId">): void {
    this.drop((login) => login.userId === userId && login.sessionId === sessionId);
  }

  *live(nowMs: number): Generator<QrLogin> {
    for (const [, login] of this.byCode.all()) if (login.expiresAtMs > nowMs) yield login;
  }

  private drop(matches: (login: QrLogin) => boolean): void {
    for (const [codeHash, login] of this.byCode.all()) if (matches(login)) this.byCode.delete(codeHash);
  }
}
