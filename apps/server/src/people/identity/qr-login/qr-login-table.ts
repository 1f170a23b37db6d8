import { BoundedMap } from "../../../kit/bounded-map.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
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

  *live(nowMs: number): Generator<QrLogin> {
    for (const [, login] of this.byCode.all()) if (login.expiresAtMs > nowMs) yield login;
  }
}
