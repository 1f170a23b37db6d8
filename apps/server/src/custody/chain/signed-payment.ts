import type { PaymentState, SignedTransaction } from "../signer/signer-messages.ts";

/** A payment that the signer has signed, whatever has become of it. */
export type SignedState = Extract<PaymentState, { kind: "signed" }>;

/** Signed, and not final as the signer knows. */
export const isToBeMined = (payment: PaymentState): payment is SignedState =>
  payment.kind === "signed" && payment.transactions.length > 0;

/** What its newest transaction costs in gas at most, in wei. */
export function mostGasOf(payment: SignedState): bigint {
  return BigInt(payment.gasLimit) * BigInt(newestOf(payment).maxFeePerGas);
}

export function newestOf({ transactions }: SignedState): SignedTransaction {
  const newest = transactions.at(-1);
  if (newest === undefined) throw new RangeError("a signed payment without a transaction");
  return newest;
}
