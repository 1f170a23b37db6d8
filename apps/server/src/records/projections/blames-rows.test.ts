import { expect, test } from "vitest";
import { impliesCorruptRows } from "./blames-rows.ts";

const failure = (code?: string): Error => Object.assign(new Error("refused"), { code });

test("READ-26 rows are blamed for a contradiction or a damaged page, not for a full disk or too many open files", () => {
  for (const code of ["21000", "23505", "XX001", "42P01"])
    expect(impliesCorruptRows(failure(code)), code).toBe(true);
  for (const code of ["53100", "58P02", "58030", "57014", "ENOSPC", "EMFILE"])
    expect(impliesCorruptRows(failure(code)), code).toBe(false);
  expect(impliesCorruptRows(failure())).toBe(false);
});
