import { isSixDigits } from "@candor/text/account-rules";
import { areTrivialDigits } from "@candor/text/trivial-digits";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useProblems } from "../../shell/hooks/use-problems.ts";

interface Problems {
  readonly pin?: string;
  readonly again?: string;
}

/** A PIN to choose, typed twice. `check` returns whether it can be used, and shows what is wrong. */
export function useNewPin() {
  const t = useT();
  const [pin, setPin] = useState("");
  const [again, setAgain] = useState("");
  const { problems, setProblems, clearingProblems } = useProblems<Problems>({});
  const check = (): boolean => {
    const found: Problems = {
      ...(!isSixDigits(pin) && { pin: t("lock.sixDigits") }),
      ...(areTrivialDigits(pin) && { pin: t("lock.obvious") }),
      ...(pin !== again && { again: t("lock.different") }),
    };
    setProblems(found);
    return Object.keys(found).length === 0;
  };
  return {
    pin,
    check,
    fields: {
      pin: { value: pin, onValueChange: clearingProblems(setPin, "pin", "again"), error: problems.pin },
      again: { value: again, onValueChange: clearingProblems(setAgain, "again"), error: problems.again },
    },
  };
}
