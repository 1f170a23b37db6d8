import { expect, test } from "vitest";
import { blamesRows } from "./blames-rows.ts";

const failure = (code?: string): Error => Object.assign(new Error("refused"), { code });

test("READ-26 rows are blamed for a contradiction or a damaged page, not for a full disk or too many open files", () => {
  for (const code of ["21000", "23505", "XX001", "42P01"]) expect(blamesRows(failure(code)), code).toBe(true);
  for (const code of ["53100", "58P02", "58030", "57014", "ENOSPC", "EMFILE"])
    expect(blamesRows(failure(code)), code).toBe(false);
  expect(blamesRows(failure())).toBe(false);
});
