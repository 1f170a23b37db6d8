import type { WireWithdrawalSite } from "@candor/wire/deposit-calls";
import { expect, test } from "vitest";
import type { WithdrawTerms } from "./withdraw-form.ts";
import { amountProblem, mostOf, netOf, siteOf, withdrawProblem } from "./withdraw-form.ts";

const NOW_MS = 1_800_000_000_000;
const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";
const OTHER = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

const TERMS: WithdrawTerms = {
  asset: "USDT",
  chain: "evm-31337",
  chainName: "Development chain",
  minAmount: "10.000000",
  maxAmount: "50000.000000",
  fee: "1.000000",
  feeAsset: "USDT",
  decimals: 6,
  available: "1200.000000",
  confirmationsRequired: 3,
  addressPattern: "^0x[0-9a-fA-F]{40}$",
  paused: false,
  boundAddress: null,
  testAddress: null,
};
const SITE: WireWithdrawalSite = {
  siteId: "s-1",
  chain: "evm-31337",
  address: ADDRESS,
  label: "Ledger",
  bound: false,
  usableAtMs: NOW_MS - 1,
  createdAtMs: NOW_MS - 2,
};

interface Case {
  readonly address?: string;
  readonly amount?: string;
  readonly terms?: Partial<WithdrawTerms>;
  readonly bookOnly?: boolean;
  readonly heldUntilMs?: number;
  readonly book?: readonly WireWithdrawalSite[];
}

function problemOf(given: Case): string | null {
  const problem = withdrawProblem(
    { address: given.address ?? ADDRESS, amount: given.amount ?? "100" },
    { ...TERMS, ...given.terms },
    {
      bookOnly: given.bookOnly ?? false,
      hold: given.heldUntilMs === undefined ? null : { reason: "password", untilMs: given.heldUntilMs },
    },
    given.book ?? [],
    NOW_MS,
  );
  return problem === null ? null : `${problem.field} ${problem.words}`;
}

test("WEB-63 every mistake of a withdrawal shows before it is sent, beside its field", () => {
  expect(problemOf({})).toBeNull();
  expect(problemOf({ address: "" })).toBe("address wallet.addressEmpty");
  expect(problemOf({ amount: "0" })).toBe("amount wallet.amountEmpty");
  expect(problemOf({ address: "0x12" })).toBe("address wallet.addressInvalid");
  expect(problemOf({ address: ADDRESS.replace("EE7", "Ee7") })).toBe("address wallet.addressChecksum");
  expect(problemOf({ address: ADDRESS.toLowerCase() })).toBeNull();
  expect(problemOf({ amount: "9.999999" })).toBe("amount wallet.amountBelow");
  expect(problemOf({ amount: "50000.000001" })).toBe("amount wallet.withdrawMost");
  expect(problemOf({ terms: { paused: true } })).toBe("none wallet.withdrawPaused");
  expect(problemOf({ terms: { boundAddress: OTHER } })).toBe("address wallet.addressBound");
  expect(problemOf({ bookOnly: true })).toBe("address wallet.addressNotInBook");
  expect(problemOf({ book: [{ ...SITE, usableAtMs: NOW_MS + 1 }] })).toBe(
    "address wallet.addressLockedUntil",
  );
  expect(problemOf({ heldUntilMs: NOW_MS + 1 })).toBe("none wallet.onHold");
  expect(problemOf({ amount: "1200.000001" })).toBe("amount wallet.amountAbove");
});

test("WEB-63 the mistakes show in the server's order, whatever else is wrong", () => {
  const everything: Case = {
    address: "",
    amount: "0",
    terms: { paused: true, boundAddress: OTHER, available: "0" },
    bookOnly: true,
    heldUntilMs: NOW_MS + 1,
  };
  expect(problemOf(everything)).toBe("address wallet.addressEmpty");
  expect(problemOf({ ...everything, address: "nonsense" })).toBe("amount wallet.amountEmpty");
  expect(problemOf({ ...everything, address: "nonsense", amount: "1" })).toBe(
    "address wallet.addressInvalid",
  );
  expect(problemOf({ ...everything, address: ADDRESS, amount: "1" })).toBe("amount wallet.amountBelow");
  expect(problemOf({ ...everything, address: ADDRESS, amount: "60000" })).toBe("amount wallet.withdrawMost");
  expect(problemOf({ ...everything, address: ADDRESS, amount: "100" })).toBe("none wallet.withdrawPaused");
  const open = { ...everything, address: ADDRESS, amount: "100", terms: { available: "0" } };
  expect(problemOf(open)).toBe("address wallet.addressNotInBook");
  expect(problemOf({ ...open, book: [SITE] })).toBe("none wallet.onHold");
  expect(problemOf({ ...open, book: [SITE], heldUntilMs: NOW_MS })).toBe("amount wallet.amountAbove");
});

test("WEB-63 an address belongs to its entry of the book in any letter case, on its own chain only", () => {
  expect(siteOf([SITE], "evm-31337", ADDRESS.toLowerCase())).toBe(SITE);
  expect(siteOf([SITE], "evm-1", ADDRESS)).toBeUndefined();
});

test("WEB-63 what arrives is the amount less the fee, exactly; a fee in another coin takes nothing off", () => {
  expect(netOf("100.000001", TERMS)).toBe("99.000001");
  expect(netOf("1", TERMS)).toBeNull();
  expect(netOf("100", { ...TERMS, feeAsset: "ETH" })).toBe("100");
  expect(mostOf(TERMS)).toBe("1200.000000");
  expect(mostOf({ ...TERMS, available: "60000.000000" })).toBe("50000.000000");
});

test("NUM-06 an amount that can never go out is named while it is in the field; none is no mistake", () => {
  const wordsOf = (amount: string) => amountProblem(amount, TERMS)?.words ?? null;
  expect(wordsOf("")).toBeNull();
  expect(wordsOf("0")).toBeNull();
  expect(wordsOf("1")).toBe("wallet.amountBelow");
  expect(wordsOf("9.999999")).toBe("wallet.amountBelow");
  expect(wordsOf("10")).toBeNull();
  expect(wordsOf("1200")).toBeNull();
  expect(wordsOf("1200.000001")).toBe("wallet.amountAbove");
  expect(wordsOf("50000.01")).toBe("wallet.withdrawMost");
  expect(wordsOf("?1.2.3")).toBeNull();
});
