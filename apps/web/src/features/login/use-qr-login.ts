import { showToast } from "@candor/ui/toast-store";
import type { CallReply } from "@candor/wire/calls";
import { useEffect, useState } from "react";
import { ApiError } from "../../data/api-error.ts";
import { translate } from "../../i18n/i18n.ts";
import { messageOf } from "../../shell/calls/use-call.ts";
import { canLock as canHash, randomText, shaText } from "../../shell/lock/pin-hash.ts";
import { APPROVE_LOGIN } from "../../shell/routing/routes.ts";
import { api } from "../../shell/services/services.ts";
import { deviceName } from "../../shell/session/device-name.ts";
import { beginSession } from "../../shell/session/session.ts";

/** How often the browser asks whether its code was approved. */
const ASK_EVERY_MS = 2_000;
const SECRET_BYTES = 32;

/** Browsers offer hashing only over https and on localhost. */
export const canBeginQr = canHash;

export type QrLoginShown =
  | { readonly is: "starting" }
  | { readonly is: "waiting"; readonly link: string }
  | { readonly is: "scanned"; readonly number: number }
  | { readonly is: "refused" | "expired" }
  | { readonly is: "failed"; readonly message: string };

/** The link in the picture: a phone's camera app opens it in the phone's own browser. */
const linkOf = (code: string): string =>
  `${window.location.origin}${window.location.pathname}#${APPROVE_LOGIN}?code=${code}`;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Begins a login, shows its steps, and finishes it once approved. The secret stays in this function: only its hash is sent
 * with the code, and only this browser can finish.
 */
async function followQrLogin(
  show: (shown: QrLoginShown) => void,
  signal: AbortSignal,
): Promise<CallReply<"login"> | null> {
  const secret = randomText(SECRET_BYTES);
  const begun = await api.call("qrLogin", {
    action: "begin",
    secretHash: await shaText(secret),
    deviceName: deviceName(navigator.userAgent),
  });
  if (!("code" in begun)) return null;
  const browser = { code: begun.code, secret };
  if (!signal.aborted) show({ is: "waiting", link: linkOf(begun.code) });
  while (!signal.aborted) {
    await pause(ASK_EVERY_MS, signal);
    if (signal.aborted) break;
    const step = await stepOf(browser);
    if (signal.aborted) break;
    if (step.is === "approved") {
      const finished = await api.call("qrLogin", { action: "finish", ...browser });
      return "token" in finished ? finished : null;
    }
    if (step.is === "scanned") show(step);
    if (step.is === "refused") {
      show({ is: step.is });
      return null;
    }
  }
  // Nobody waits for it any more.
  await api.call("qrLogin", { action: "cancel", ...browser });
  return null;
}

type Step =
  | { readonly is: "unknown" | "waiting" | "approved" | "refused" }
  | { readonly is: "scanned"; readonly number: number };

/** A lost connection is no answer: the next question may succeed. */
async function stepOf(browser: { readonly code: string; readonly secret: string }): Promise<Step> {
  try {
    const { step, number } = await api.call("qrLoginState", browser);
    return step === "scanned" ? { is: step, number: number ?? 0 } : { is: step };
  } catch (error) {
    if (error instanceof ApiError && error.outcomeUnknown) return { is: "unknown" };
    throw error;
  }
}

/** Runs a login to its end and shows each step. */
async function runQrLogin(show: (shown: QrLoginShown) => void, signal: AbortSignal): Promise<void> {
  try {
    const session = await followQrLogin(show, signal);
    if (session === null) return;
    showToast(translate("login.loggedIn"), { kind: "success" });
    beginSession(session);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (signal.aborted) return;
    const isExpired = error.error === "request.expired";
    show(isExpired ? { is: "expired" } : { is: "failed", message: messageOf(error) });
  }
}

/** Login by a signed-in phone that scans a picture; begins when first rendered. */
export function useQrLogin(): QrLoginShown {
  const [shown, setShown] = useState<QrLoginShown>({ is: "starting" });
  useEffect(() => {
    const leaving = new AbortController();
    void runQrLogin(setShown, leaving.signal);
    return () => leaving.abort();
  }, []);
  return shown;
}
