import { expect, test } from "vitest";
import { areTrivialDigits } from "./trivial-digits.ts";

test("AUTH-05 only repeated digits and digits that count up or down are trivial", () => {
  for (const digits of [
    "000000",
    "111111",
    "121212",
    "123123",
    "123456",
    "654321",
    "012345",
    "890123",
    "210987",
  ])
    expect(areTrivialDigits(digits), digits).toBe(true);
  for (const digits of ["246810", "135790", "918273", "112233", "111112", "123457", "100000"])
    expect(areTrivialDigits(digits), digits).toBe(false);
});

test("AUTH-05 few payment passwords are excluded: 1,110 of a million", () => {
  const refused = Array.from({ length: 1_000_000 }, (_, number) => String(number).padStart(6, "0")).filter(
    areTrivialDigits,
  );
  // 1,000 with three repeated digits, 100 with two, minus the 10 of a single digit counted in both, 10 counting up, 10
  // down.
  expect(refused).toHaveLength(1_110);
});
