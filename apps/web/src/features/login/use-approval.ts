import type { ReactNode } from "react";
import { useState } from "react";
import type { ApiError } from "../../data/api-error.ts";
import { useT } from "../../i18n/use-t.ts";
import { useGuardedAct } from "../../shared/account/use-guarded-act.tsx";
import { messageOf, refresh } from "../../shell/calls/use-call.ts";
import { useProblems } from "../../shell/hooks/use-problems.ts";

/** Digits of the number that the other screen shows. */
export const NUMBER_LENGTH = 2;

type ApprovalEnd = "approved" | "refused" | "wrong-number" | "expired";

interface Problems {
  readonly number?: string;
  readonly password?: string;
  readonly other?: string;
}

export interface Approval {
  readonly end: ApprovalEnd | null;
  readonly number: string;
  readonly setNumber: (number: string) => void;
  readonly password: string;
  readonly setPassword: (password: string) => void;
  readonly problems: Problems;
  readonly isBusy: boolean;
  readonly approve: (asksPassword: boolean) => Promise<void>;
  readonly refuse: () => Promise<void>;
  /** The sheet for the second factor; must be rendered. */
  readonly sheet: ReactNode;
}

/** The decision about another device's login. */
export function useApproval(code: string): Approval {
  const t = useT();
  const [end, setEnd] = useState<ApprovalEnd | null>(null);
  const [number, setNumber] = useState("");
  const [password, setPassword] = useState("");
  const { problems, setProblems, clearingProblems } = useProblems<Problems>({});
  const act = useGuardedAct("qrLoginReview");
  const reject = (error: ApiError) => {
    if (error.error === "request.parameterError") return setEnd("wrong-number");
    if (error.error === "request.expired") return setEnd("expired");
    setProblems({ [error.error === "user.passwordError" ? "password" : "other"]: messageOf(error) });
  };
  const approve = async (asksPassword: boolean) => {
    const found: Problems = {
      ...(number.length !== NUMBER_LENGTH && { number: t("login.scanNumberEmpty") }),
      ...(asksPassword && password === "" && { password: t("login.passwordEmpty") }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const outcome = await act.run({
      action: "approve",
      code,
      number: Number(number),
      ...(asksPassword && { password }),
    });
    if (outcome === null) return;
    if (!outcome.ok) return reject(outcome.error);
    setEnd("approved");
    await refresh("sessions", "loginHistory");
  };
  const refuse = async () => {
    const outcome = await act.run({ action: "refuse", code });
    if (outcome === null) return;
    if (outcome.ok) setEnd("refused");
    else reject(outcome.error);
  };
  return {
    end,
    number,
    setNumber: clearingProblems(setNumber, "number"),
    password,
    setPassword: clearingProblems(setPassword, "password"),
    problems,
    isBusy: act.isBusy,
    approve,
    refuse,
    sheet: act.sheet,
  };
}
