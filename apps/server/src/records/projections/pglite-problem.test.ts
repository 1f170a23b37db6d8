import { expect, test } from "vitest";
import { problemOf } from "./pglite-problem.ts";

test("READ-26 the embedded database's file errors, which carry no text, are reported in words", () => {
  expect(problemOf({ name: "ErrnoError", errno: 51 }).message).toBe("ENOSPC: no space left on device");
  expect(problemOf({ name: "ErrnoError", errno: 7 }).message).toBe("file error 7");
  const ofSql = Object.assign(new Error("relation does not exist"), { code: "42P01", detail: "of orders" });
  expect(problemOf(ofSql)).toEqual({
    message: "relation does not exist",
    code: "42P01",
    detail: "of orders",
  });
  expect(problemOf("aborted").message).toBe("aborted");
});
