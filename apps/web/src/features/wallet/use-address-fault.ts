import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import type { WithdrawTerms } from "./withdraw-form.ts";
import { addressProblem } from "./withdraw-form.ts";

/**
 * What is wrong with an address in its field, before anything else is asked: a wrong letter as soon as the address is whole,
 * a wrong form when the field is left.
 */
export function useAddressFault(
  terms: WithdrawTerms | undefined,
  address: string,
): { readonly fault: string | undefined; readonly onBlur: () => void } {
  const t = useT();
  const [leftWith, setLeftWith] = useState("");
  const wrong = terms === undefined || address === "" ? null : addressProblem(terms, address);
  const isTold = wrong === "wallet.addressChecksum" || (wrong !== null && leftWith === address);
  return {
    fault: isTold ? t(wrong, { chain: terms?.chainName ?? "" }) : undefined,
    onBlur: () => setLeftWith(address),
  };
}
