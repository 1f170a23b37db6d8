import type { PaymentState, SignedTransaction } from "../signer/signer-messages.ts";

/** A payment the signer has signed, in any later state. */
export type SignedState = Extract<PaymentState, { kind: "signed" }>;

/** Signed, but not final according to the signer. */
export const isToBeMined = (payment: PaymentState): payment is SignedState =>
  payment.kind === "signed" && payment.transactions.length > 0;

/** Returns the maximum gas cost of its newest transaction, in wei. */
export function mostGasOf(payment: SignedState): bigint {
  return BigInt(payment.gasLimit) * BigInt(newestOf(payment).maxFeePerGas);
}

export function newestOf({ transactions }: SignedState): SignedTransaction {
  const newest = transactions.at(-1);
  if (newest === undefined) throw new RangeError("signed payment has no transaction");
  return newest;
}
