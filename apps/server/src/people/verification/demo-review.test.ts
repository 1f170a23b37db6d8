import { expect, test } from "vitest";
import { DEMO_REASONS, demoFinding, findingOf } from "./demo-review.ts";

const DOCUMENT = { fullName: "Ana María Núñez", idNumber: "AB 123-456" };
const photo = (...bytes: number[]) => Uint8Array.of(...bytes);

test.each([
  [DOCUMENT, "passed"],
  [{ ...DOCUMENT, fullName: "Ana 2" }, "nameWithDigits"],
  [{ ...DOCUMENT, fullName: "Ana ٣" }, "nameWithDigits"],
  [{ ...DOCUMENT, idNumber: "0000-0000" }, "numberOfOneSign"],
  [{ ...DOCUMENT, idNumber: "aAaA" }, "numberOfOneSign"],
  [{ ...DOCUMENT, idNumber: "----" }, "numberOfOneSign"],
] as const)("VERIF-05 the demo reviewer finds by its written rules that %o is %s", (document, finding) => {
  expect(demoFinding({ level: 1, document })).toBe(finding);
});

test("VERIF-05 a photo of the person that equals the document's is rejected", () => {
  const document = [photo(1, 2, 3), photo(4, 5)];
  expect(demoFinding({ level: 2, live: photo(4, 5), document })).toBe("photoOfDocument");
  expect(demoFinding({ level: 2, live: photo(4, 5, 6), document })).toBe("passed");
});

test("VERIF-05 a stored review names its rule; reviews of an earlier version count as passed", () => {
  for (const [finding, reason] of Object.entries(DEMO_REASONS)) expect(findingOf(reason)).toBe(finding);
  expect(findingOf("something else")).toBe("passed");
});
