import { useFormats } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import type { ApiError } from "../../data/api-error.ts";
import { newRequestKey } from "../../data/request-key.ts";
import { useT } from "../../i18n/use-t.ts";
import { messageOf } from "../../shell/calls/use-call.ts";
import { socket } from "../../shell/services/services.ts";
import { useAddressBook } from "./use-address-book.ts";
import type { CashTypes, WithdrawDraft, WithdrawProblem, WithdrawTerms } from "./withdraw-form.ts";
import { amountProblem, withdrawProblem } from "./withdraw-form.ts";

/** Errors that belong to a form field; others stay on the sheet. */
const FIELDS: Readonly<Record<string, "address" | "amount">> = {
  "withdrawal.addressEmpty": "address",
  "withdrawal.addressInvalid": "address",
  "withdrawal.addressBound": "address",
  "withdrawal.addressLocked": "address",
  "withdrawal.amountEmpty": "amount",
  "withdrawal.belowMinimum": "amount",
  "withdrawal.aboveMaximum": "amount",
  "withdrawal.insufficientBalance": "amount",
};

interface Problems {
  readonly address?: string;
  readonly amount?: string;
  readonly none?: string;
}

/** Returns the text of a problem. */
function useProblemText(terms: WithdrawTerms): (problem: WithdrawProblem) => string {
  const t = useT();
  const formats = useFormats();
  return ({ words, amount, untilMs }) =>
    t(words, {
      min: amount === undefined ? "" : `${formats.decimal(amount, { minDecimals: 0 })} ${terms.asset}`,
      max: amount === undefined ? "" : `${formats.decimal(amount, { minDecimals: 0 })} ${terms.asset}`,
      time: untilMs === undefined ? "" : formats.date(untilMs, "day-time"),
      chain: terms.chainName,
    });
}

/** The input of a withdrawal, its problems, and whether it is being confirmed. */
export function useWithdrawForm(cash: CashTypes, terms: WithdrawTerms) {
  const { sites } = useAddressBook();
  const [typed, setTyped] = useState("");
  const [amount, setAmount] = useState("");
  const [problems, setProblems] = useState<Problems>({});
  /** Idempotency key of the withdrawal being confirmed; null if none. */
  const [requestId, setRequestId] = useState<string | null>(null);
  const textOf = useProblemText(terms);
  const address = terms.boundAddress ?? typed.trim();
  const draft: WithdrawDraft = { address, amount };
  const fault = amountProblem(amount, terms);
  const submit = () => {
    const problem = withdrawProblem(draft, terms, cash, sites, socket.clock.now());
    setProblems(problem === null ? {} : { [problem.field]: textOf(problem) });
    if (problem === null) setRequestId(newRequestKey());
  };
  const refused = (refusal: ApiError): boolean => {
    const field = FIELDS[refusal.error];
    if (field === undefined) return false;
    setProblems({ [field]: messageOf(refusal) });
    setRequestId(null);
    return true;
  };
  return {
    draft,
    sites,
    problems,
    fault: fault === null ? undefined : textOf(fault),
    requestId,
    endConfirming: () => setRequestId(null),
    changeAddress: (next: string) => {
      setTyped(next);
      setProblems({});
    },
    changeAmount: (next: string) => {
      setAmount(next);
      setProblems({});
    },
    submit,
    refused,
  };
}
