const LONGEST_RUN = 3;

/**
 * Whether six digits are easy to guess: up to three digits repeated (111111, 121212, 123123), or digits that count up
 * or down (123456, 654321, 890123).
 */
export function areTrivialDigits(digits: string): boolean {
  for (let length = 1; length <= LONGEST_RUN; length++)
    if (digits.slice(0, length).repeat(digits.length / length) === digits) return true;
  const steps = new Set(
    Array.from(digits.slice(1), (digit, at) => (10 + Number(digit) - Number(digits[at])) % 10),
  );
  return steps.size === 1 && (steps.has(1) || steps.has(9));
}
