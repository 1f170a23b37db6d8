import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import type { WithdrawTerms } from "./withdraw-form.ts";
import { addressProblem } from "./withdraw-form.ts";

/**
 * Validates an address in its field: an invalid character once the address has full length, a wrong format when the
 * field loses focus.
 */
export function useAddressFault(
  terms: WithdrawTerms | undefined,
  address: string,
): { readonly fault: string | undefined; readonly onBlur: () => void } {
  const t = useT();
  const [leftWith, setLeftWith] = useState("");
  const wrong = terms === undefined || address === "" ? null : addressProblem(terms, address);
  const isShown = wrong === "wallet.addressChecksum" || (wrong !== null && leftWith === address);
  return {
    fault: isShown ? t(wrong, { chain: terms?.chainName ?? "" }) : undefined,
    onBlur: () => setLeftWith(address),
  };
}
