import pg from "pg";
import { expect, test } from "vitest";
import { answerOf } from "./database-server.ts";

const failed = (code: string): Error => Object.assign(new pg.DatabaseError("refused", 1, "error"), { code });

test("CLUS-41 a database whose connections are all used lives, and one that says nothing may be frozen", () => {
  expect(answerOf(failed("53300"))).toBe("full");
  expect(answerOf(failed("57P03"))).toBe("starting");
  for (const error of [failed("28P01"), failed("58030"), new Error("timeout expired"), undefined])
    expect(answerOf(error)).toBe("silent");
  // Only the server's own answer counts.
  expect(answerOf(Object.assign(new Error("a proxy"), { code: "53300" }))).toBe("silent");
});
