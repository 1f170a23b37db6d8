import { Button } from "@candor/ui/button.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { FingerprintIcon } from "@candor/ui/page-icons.tsx";
import { hasPasskeys } from "@candor/ui/passkeys";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import type { SecondFactor } from "../../shell/session/second-factor.tsx";
import { SecondFactorField } from "../../shell/session/second-factor.tsx";
import type { FactorDemand } from "./second-factor.ts";
import { answerQuestion } from "./second-factor.ts";

interface Props {
  readonly demand: FactorDemand;
  /** Why the last answer was rejected. */
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly onAnswer: (factor: SecondFactor) => void;
}

/** An app code, a recovery code or a passkey, depending on the account and the server's request. */
export function SecondFactorForm({ demand, problem, isBusy, onAnswer }: Props) {
  const t = useT();
  const hasCode = demand.methods.includes("totp");
  const question = hasPasskeys() ? demand.question : null;
  const [code, setCode] = useState("");
  const [codeProblem, setCodeProblem] = useState<string | null>(null);
  const [passkeyProblem, setPasskeyProblem] = useState<string | null>(null);
  const answerWithCode = (totp: string) => {
    if (totp === "") return setCodeProblem(t("security.appCodeMissing"));
    setCodeProblem(null);
    onAnswer({ totp });
  };
  const usePasskey = async () => {
    if (question === null) return;
    setPasskeyProblem(null);
    const outcome = await answerQuestion(question);
    if (outcome.ok) onAnswer({ passkey: outcome.credential });
    else setPasskeyProblem(t("security.passkeyFailed"));
  };
  if (!hasCode && question === null) return <Notice tone="warn">{t("security.noFactorHere")}</Notice>;
  const fieldError = passkeyProblem ?? (hasCode ? null : problem);
  return (
    <Form
      className="stack-4"
      onSubmit={() => {
        if (hasCode) answerWithCode(code);
      }}
    >
      {hasCode && (
        <>
          <SecondFactorField
            methods={["totp"]}
            value={code}
            onValueChange={setCode}
            onComplete={answerWithCode}
            error={codeProblem ?? problem}
          />
          <Button tone="primary" block type="submit" busy={isBusy}>
            {t("security.confirm")}
          </Button>
        </>
      )}
      {question !== null && (
        <Button
          tone={hasCode ? "line" : "primary"}
          block
          busy={!hasCode && isBusy}
          onClick={() => void usePasskey()}
        >
          <FingerprintIcon />
          {t("login.usePasskey")}
        </Button>
      )}
      {fieldError !== null && (
        <Notice tone="down" announce>
          {fieldError}
        </Notice>
      )}
    </Form>
  );
}
