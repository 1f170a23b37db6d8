import { expect, test } from "vitest";
import { accepted } from "../wire/support/gateway-under-test.ts";
import { ConsoleUnderTest } from "./support/console-under-test.ts";

test("IDENT-15 the first users of a live exchange register by the house's invitation, which operators alone are told", async () => {
  const office = await ConsoleUnderTest.start({ gateway: { mode: "live" } });
  try {
    const owner = await office.operator("olga", "owner");
    const visitor = office.exchange.client();
    const { registration } = accepted(await visitor.call("publicIndex"));
    expect(registration).toMatchObject({ inviteOnly: true, houseCode: null });
    const [row] = (await owner.command("site invitation")).body.rows;
    const code = String(row?.["code"]);
    expect(row).toEqual({ inviteOnly: true, code, link: `/#/pages/login/reg?code=${code}` });
    const ana = await office.exchange.registered("ana@example.org", "kestrel7", code);
    expect(accepted(await ana.call("profile")).username).toBe("ana@example.org");
    const editor = await office.operator("edda", "editor");
    expect((await editor.command("site invitation")).status).toBe(403);
  } finally {
    await office.close();
  }
});
