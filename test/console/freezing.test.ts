import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConsoleClient, ConsoleUnderTest } from "../support/console/console-under-test.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";

const REASON = "Two people trade with it.";

let office: ConsoleUnderTest;
let risk: ConsoleClient;
beforeAll(async () => {
  office = await ConsoleUnderTest.start();
  risk = await office.operator("rita", "risk");
});
afterAll(() => office.close());

const mailsTo = (email: string) =>
  office.exchange.identity.outbox.list(20, undefined, email).map(({ text }) => text);

test("NOTE-09 a frozen user reads the reason, in the app and by mail, in their language, and the notice when it is over", async () => {
  const email = "frozen@example.org";
  const client = await office.exchange.registered(email);
  const userId = accepted(await client.call("profile")).id;
  /** Returns the newest message as its page shows it; "" if none. */
  const messageIn = async (lang: "en" | "de"): Promise<string> => {
    client.headers = { lang };
    const list = accepted(await client.call("message", { kind: "personal" }));
    const id = "list" in list ? list.list[0]?.id : undefined;
    if (id === undefined) return "";
    const one = accepted(await client.call("message", { id }));
    return "message" in one ? one.message.bodyHtml : "";
  };
  expect((await risk.command("account freeze", `${userId}/contract`)).status).toBe(409);
  expect(await messageIn("en")).toBe("");
  const done = await risk.command("account freeze", `${userId}/contract`, { reason: REASON });
  expect(done.status).toBe(200);
  const line = "Contract account frozen. Please contact customer service.";
  expect(await messageIn("en")).toMatch(/Contract account frozen.*Reason: Two people trade with it\./s);
  expect(await messageIn("de")).toContain(`Grund: ${REASON}`);
  await expect.poll(() => mailsTo(email)[0]).toContain(`${line}\nReason: ${REASON}`);
  expect(
    (await risk.command("account unfreeze", `${userId}/contract`, { reason: "Explained." })).status,
  ).toBe(200);
  expect(await messageIn("en")).toMatch(/Your account is no longer frozen.*Reason: Explained\./s);

  expect((await risk.command("user freeze", userId, { reason: REASON })).status).toBe(200);
  await expect
    .poll(() => mailsTo(email)[0])
    .toContain(`Account has been frozen. Please contact customer service.\nReason: ${REASON}`);
});
