import type { PasskeyProblem } from "@candor/ui/passkeys";
import { answerWithPasskey } from "@candor/ui/passkeys";
import { showToast } from "@candor/ui/toast-store";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { messageOf, useAct } from "../../shell/calls/use-call.ts";
import { deviceName } from "../../shell/session/device-name.ts";
import { beginSession } from "../../shell/session/session.ts";

export interface PasskeyLogin {
  readonly isBusy: boolean;
  readonly problem: string | null;
  readonly logIn: () => Promise<void>;
}

/** Login by passkey only: the browser identifies the account. */
export function usePasskeyLogin(): PasskeyLogin {
  const t = useT();
  const act = useAct("passkeyLogin");
  const [problem, setProblem] = useState<string | null>(null);
  const tell = (reason: PasskeyProblem) =>
    setProblem(t(reason === "canceled" ? "login.passkeyCanceled" : "login.passkeyFailed"));
  const logIn = async () => {
    setProblem(null);
    const begun = await act.run({ action: "begin" });
    if (begun === null) return;
    if (!begun.ok) return setProblem(messageOf(begun.error));
    if (!("options" in begun.reply)) return tell("failed");
    const answered = await answerWithPasskey(begun.reply.options);
    if (!answered.ok) return tell(answered.problem);
    const finished = await act.run({
      action: "finish",
      credential: answered.credential,
      deviceName: deviceName(navigator.userAgent),
    });
    if (finished === null) return;
    if (!finished.ok) return setProblem(messageOf(finished.error));
    if (!("token" in finished.reply)) return tell("failed");
    showToast(t("login.loggedIn"), { kind: "success" });
    beginSession(finished.reply);
  };
  return { isBusy: act.isBusy, problem, logIn };
}
