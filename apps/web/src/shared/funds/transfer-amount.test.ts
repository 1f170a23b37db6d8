import { expect, test } from "vitest";
import { transferFault } from "./transfer-amount.ts";

test("WEB-122 all that there is may be moved below the minimum, nothing less and nothing that leaves too little", () => {
  const dust = { available: "0.00000999", minimum: "0.00001" };
  expect(transferFault("0.00000999", dust)).toBeNull();
  expect(transferFault("0.000009990", dust)).toBeNull();
  expect(transferFault("0.00000998", dust)).toEqual({ words: "wallet.amountBelow", min: "0.00001" });
  expect(transferFault("0", dust)).toEqual({ words: "wallet.amountEmpty" });
  const much = { available: "100.5", minimum: "1" };
  expect(transferFault("100.5", much)).toBeNull();
  expect(transferFault("100", much)).toEqual({ words: "wallet.remainderBelow", min: "1" });
  expect(transferFault("99.5", much)).toBeNull();
  expect(transferFault("100.500001", much)).toEqual({ words: "wallet.amountAbove" });
  expect(transferFault("0.5", { available: null, minimum: "1" })).toEqual({
    words: "wallet.amountBelow",
    min: "1",
  });
});
