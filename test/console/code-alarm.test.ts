import { IDENTITY_LIMITS } from "@candor/server/people/identity/identity-limits";
import type { Dashboard } from "@candor/wire/console/dashboard";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ConsoleUnderTest } from "../support/console/console-under-test.ts";

let office: ConsoleUnderTest;
beforeAll(async () => {
  office = await ConsoleUnderTest.start();
});
afterAll(() => office.close());

test("SEC-13 the dashboard shows when strangers have guessed as many codes as they may", async () => {
  const operator = await office.operator("olga", "owner");
  const line = async () => {
    const { body } = await operator.call<Dashboard>("dashboard");
    return body.health.find(({ part }) => part === "codes");
  };
  expect(await line()).toMatchObject({ state: "well" });
  const { exchange } = office;
  const { codeAttempts, wrongCodesOfAll } = IDENTITY_LIMITS;
  for (let person = 0; person < wrongCodesOfAll.count / codeAttempts; person++) {
    const email = `user${person}@example.org`;
    await exchange.registered(email);
    const stranger = exchange.client();
    stranger.address = `198.51.${person}.1`;
    await stranger.call("sendEmailCode", { email, event: "reset" });
    const code = exchange.codeOf(email) === "000000" ? "000001" : "000000";
    for (let attempt = 0; attempt < codeAttempts; attempt++)
      await stranger.call("resetPassword", { account: email, code, newPassword: "kestrel9" });
  }
  expect(await line()).toMatchObject({
    state: "down",
    detail: expect.stringContaining("only devices and networks that have logged in before") as string,
  });
});
