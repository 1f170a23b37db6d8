import { createHmac } from "node:crypto";
import type { AlarmChange } from "./alarms.ts";

const TIMEOUT_MS = 10_000;

/** Webhook body: all changes since the last message. */
export interface AlarmReport {
  readonly exchange: string;
  readonly sentAtMs: number;
  readonly changes: readonly AlarmChange[];
}

/** Returns the signature of a body: HMAC-SHA256 over `TIME.BODY`, in hexadecimal. */
export function alarmSignature(secret: string, sentAtMs: number, body: string): string {
  return createHmac("sha256", secret).update(`${sentAtMs}.${body}`).digest("hex");
}

/** Posts a report as JSON. Rejects when it was not accepted. The error omits the address, which may contain a key. */
export async function postAlarms(url: string, secret: string, report: AlarmReport): Promise<void> {
  const body = JSON.stringify(report);
  const { sentAtMs } = report;
  const reply = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-candor-time": String(sentAtMs),
      "x-candor-signature": `sha256=${alarmSignature(secret, sentAtMs, body)}`,
    },
    body,
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => (error instanceof Error ? error.name : "unknown"));
  // Only the error's name: fetch messages may contain the address.
  if (typeof reply === "string") throw new Error(`the alarm webhook did not answer: ${reply}`);
  await reply.body?.cancel();
  const { status } = reply;
  if (status < 200 || status > 299) throw new Error(`the alarm webhook answered ${status}`);
}
