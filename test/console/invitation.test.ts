import { expect, test } from "vitest";
import { ConsoleUnderTest } from "../support/console/console-under-test.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";

test("IDENT-15 the first users of a live exchange register with the operator's invitation, which only operators see", async () => {
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

    const reason = "it stood in a forum";
    expect((await editor.command("site renew-invitation", "", { reason })).status).toBe(403);
    expect((await owner.command("site renew-invitation")).body).toMatchObject({
      error: { message: expect.stringContaining("reason") as string },
    });
    expect((await owner.command("site renew-invitation", "", { reason })).status).toBe(200);
    const [renewed] = (await owner.command("site invitation")).body.rows;
    const newCode = String(renewed?.["code"]);
    expect(newCode).not.toBe(code);
    const email = "bea@example.org";
    accepted(await visitor.call("sendEmailCode", { email, event: "register" }));
    const mailed = { email, code: office.exchange.codeOf(email), password: "kestrel7" };
    expect(await visitor.call("register", { ...mailed, invitationCode: code })).toMatchObject({
      data: { error: "user.invitationError" },
    });
    accepted(await visitor.call("register", { ...mailed, invitationCode: newCode }));
    expect(accepted(await ana.call("profile")).username).toBe("ana@example.org");
    const audited = JSON.stringify((await owner.call("audit-list")).body);
    expect(audited).toContain("renew-invitation");
    expect(audited).not.toContain(newCode);
  } finally {
    await office.close();
  }
});
