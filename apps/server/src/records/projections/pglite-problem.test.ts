import { expect, test } from "vitest";
import { problemOf } from "./pglite-problem.ts";

test("READ-26 what the embedded database cannot do with its files is told in words, though its errors have none", () => {
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
