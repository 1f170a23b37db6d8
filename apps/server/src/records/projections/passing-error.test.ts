import { expect, test } from "vitest";
import { isTransientError } from "./passing-error.ts";

const failure = (code: string | undefined, message = ""): Error =>
  Object.assign(new Error(message), { code });

test("READ-25 a database that no way leads to, that is busy or starting, is asked again; one without the tables is not", () => {
  for (const code of ["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN"])
    expect(isTransientError(failure(code)), code).toBe(true);
  for (const code of ["57P03", "53300", "08006", "40001"])
    expect(isTransientError(failure(code)), code).toBe(true);
  for (const code of ["42P01", "25P02", "58P01", "EACCES"])
    expect(isTransientError(failure(code)), code).toBe(false);
  expect(isTransientError(failure(undefined, "Connection terminated unexpectedly"))).toBe(true);
  expect(isTransientError(failure(undefined, "no such table"))).toBe(false);
  expect(isTransientError("ECONNREFUSED")).toBe(false);
});

test("READ-27 a database that rejects logins or writes is retried, because an administrator may be working on it", () => {
  // Failover to a standby; password or database replaced; timeouts and locks of others; a failing disk.
  for (const code of ["25006", "28P01", "28000", "3D000", "25P03", "25P04", "55P03", "53100", "58030"])
    expect(isTransientError(failure(code)), code).toBe(true);
});

test("READ-27 any connection failure may have passed at the next try", () => {
  // The local socket's file is missing while the database is stopped; this process has too many files open.
  for (const code of ["ENOENT", "EMFILE", "EACCES"])
    expect(isTransientError(Object.assign(failure(code), { syscall: "connect" })), code).toBe(true);
  expect(isTransientError(Object.assign(failure("ENOSPC"), { syscall: "write" }))).toBe(false);
});
