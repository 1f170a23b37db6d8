import { expect, test } from "vitest";
import { isPassing } from "./passing-error.ts";

const failure = (code: string | undefined, message = ""): Error =>
  Object.assign(new Error(message), { code });

test("READ-25 a database that no way leads to, that is busy or starting, is asked again; a wrong password is not", () => {
  for (const code of ["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN"])
    expect(isPassing(failure(code)), code).toBe(true);
  for (const code of ["57P03", "53300", "08006", "40001"]) expect(isPassing(failure(code)), code).toBe(true);
  for (const code of ["28P01", "42P01", "EACCES"]) expect(isPassing(failure(code)), code).toBe(false);
  expect(isPassing(failure(undefined, "Connection terminated unexpectedly"))).toBe(true);
  expect(isPassing(failure(undefined, "no such table"))).toBe(false);
  expect(isPassing("ECONNREFUSED")).toBe(false);
});
