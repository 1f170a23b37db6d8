import { expect, test } from "vitest";
import { inclusionSteps } from "./inclusion-steps.ts";

const check = (fault: Parameters<typeof inclusionSteps>[0]["fault"]) =>
  inclusionSteps({ fault, leafHash: "", climbs: [], rootHash: "" }).map(
    ({ key, verdict }) => `${key} ${verdict}`,
  );

test("PROOF-10 what comes behind the step that fails was not reached; a sound proof agrees in all", () => {
  expect(check(undefined)).toEqual([
    "amounts agrees",
    "leaf agrees",
    "place agrees",
    "totals agrees",
    "root agrees",
  ]);
  expect(check("place")).toEqual([
    "amounts agrees",
    "leaf agrees",
    "place differs",
    "totals notReached",
    "root notReached",
  ]);
  expect(check("amounts")[0]).toBe("amounts differs");
});
