import { Button } from "@candor/ui/button.tsx";
import { Form } from "@candor/ui/form.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { type ReactNode, useState } from "react";
import type { ApiRequest } from "../../data/legacy-api.ts";
import { useT } from "../../i18n/use-t.ts";
import { messageOf } from "../../shell/calls/use-call.ts";
import { useProblems } from "../../shell/hooks/use-problems.ts";
import { useGuardedAct } from "./use-guarded-act.tsx";

/** How the user proves ownership: with the old password, a code to a bound contact, or the login password. */
export type Proof = "old" | "code" | "login";

interface Problems {
  readonly proof?: string;
  readonly password?: string;
  readonly repeat?: string;
}

/** Field each error belongs to; others belong to the proof. */
const FIELDS: Readonly<Record<string, keyof Problems>> = {
  "user.passwordEmpty": "password",
  "user.passwordFormat": "password",
  "user.passwordFormatLong": "password",
  "user.passwordBreached": "password",
  "user.passwordUnchanged": "password",
  "user.paymentPasswordFormat": "password",
  "user.paymentPasswordTrivial": "password",
  "user.passwordsDiffer": "repeat",
};

interface Change {
  readonly kind: ApiRequest<"resetPassword">["kind"];
  readonly proof: Proof;
  /** Returns the problem with the proof, which is a code or a password. */
  readonly proofProblem: (proof: string) => string | undefined;
  /** Returns the problem with the new password. */
  readonly passwordProblem: (password: string) => string | undefined;
  /** Further fields of the call. */
  readonly also?: Pick<ApiRequest<"resetPassword">, "endApiKeys">;
  /** Called after the change, before it is announced. */
  readonly onChanged: () => unknown;
  readonly onDone: () => void;
}

interface TextField {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly error: string | null;
}

export interface PasswordChange {
  readonly proof: TextField;
  readonly password: TextField;
  readonly repeat: TextField;
  /** The form around these fields, with its button. */
  readonly frame: (fields: ReactNode) => ReactNode;
}

/** The part that forms for the login password and the payment password share: three fields, checks and the call. */
export function usePasswordChange(change: Change): PasswordChange {
  const t = useT();
  const formats = useFormats();
  // A new kind of proof starts empty.
  const [given, setGiven] = useState({ proof: change.proof, text: "" });
  const proof = given.proof === change.proof ? given.text : "";
  const [password, setPassword] = useState("");
  const [repeat, setRepeat] = useState("");
  const { problems, setProblems, clearingProblems } = useProblems<Problems>({});
  const reset = useGuardedAct("resetPassword");
  // Whether a first payment password holds withdrawals depends on the age of the contact, which only the server knows.
  const savedText = (holdUntilMs: number | null): string =>
    holdUntilMs === null
      ? t("me.saved")
      : t("me.savedAndHeld", { until: formats.date(holdUntilMs, "day-time") });
  const submit = async () => {
    const wrongProof = change.proofProblem(proof);
    const wrongPassword = change.passwordProblem(password);
    const found: Problems = {
      ...(wrongProof !== undefined && { proof: wrongProof }),
      ...(wrongPassword !== undefined && { password: wrongPassword }),
      ...(password !== repeat && { repeat: t("login.passwordsDiffer") }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const outcome = await reset.run({
      kind: change.kind,
      ...(change.proof === "code" ? { code: proof } : { oldPassword: proof }),
      newPassword: password,
      repeatPassword: repeat,
      ...change.also,
    });
    if (outcome === null) return;
    if (!outcome.ok)
      return setProblems({ [FIELDS[outcome.error.error] ?? "proof"]: messageOf(outcome.error) });
    await change.onChanged();
    // Shown together with the next page, so that the user can go on at once.
    showToast(savedText(outcome.reply.withdrawalHoldUntilMs), { kind: "success" });
    change.onDone();
  };
  return {
    proof: {
      value: proof,
      onValueChange: clearingProblems((text) => setGiven({ proof: change.proof, text }), "proof"),
      error: problems.proof ?? null,
    },
    password: {
      value: password,
      onValueChange: clearingProblems(setPassword, "password", "repeat"),
      error: problems.password ?? null,
    },
    repeat: {
      value: repeat,
      onValueChange: clearingProblems(setRepeat, "repeat"),
      error: problems.repeat ?? null,
    },
    frame: (fields) => (
      <>
        <Form className="stack-4" onSubmit={submit}>
          {fields}
          <Button tone="primary" block type="submit" busy={reset.isBusy}>
            {t("me.save")}
          </Button>
        </Form>
        {reset.sheet}
      </>
    ),
  };
}
