import { readFileSync } from "node:fs";
import { readAuditLog } from "@candor/server/kit/durable/audit-log";
import { writeFoundingFile } from "@candor/server/operators/accounts/founding-file";
import type { OperatorAccounts } from "@candor/server/operators/accounts/operator-accounts";
import type { AuditRow } from "@candor/wire/console/audit";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  ConsoleUnderTest,
  openAccounts,
  PASSWORD,
  signUp,
  tokenOf,
} from "../support/console/console-under-test.ts";

let office: ConsoleUnderTest;
beforeAll(async () => {
  office = await ConsoleUnderTest.start();
});
afterAll(() => office.close());

test("CONS-01 the first owner signs up by a link that works once, with a second factor, and only then can sign in", async () => {
  const [first] = office.accounts.foundingLinks();
  const [second, third] = office.accounts.foundingLinks();
  const client = office.client();
  const old = await client.call("sign-up-begin", { token: tokenOf(first?.path ?? "") });
  expect([old.status, old.body.error.message]).toEqual([
    409,
    "This link was used, has expired or was replaced by a newer one.",
  ]);

  const token = tokenOf(second?.path ?? "");
  const begun = await client.call("sign-up-begin", { token });
  expect(begun.body).toMatchObject({ name: null, roles: ["owner"] });
  const finish = { token, name: "olga", password: PASSWORD, totp: "000000" };
  expect((await client.call("sign-up-finish", finish)).body.error.message).toContain("The code is wrong.");
  const totp = office.code(begun.body.totpSecret);
  for (const [password, problem] of [
    ["short", "12 to 128"],
    ["olga-likes-herons", "Your name"],
    ["aaaaaaaaaaaaaa", "first that attackers guess"],
  ]) {
    const weak = await client.call("sign-up-finish", { ...finish, password, totp });
    expect(weak.body.error.message).toContain(problem);
  }
  expect((await client.call("sign-up-finish", { ...finish, totp })).status).toBe(200);
  expect((await client.call("sign-up-finish", { ...finish, totp })).status).toBe(409);
  // The other founder's link is still valid, once.
  await signUp(office, office.client(), tokenOf(third?.path ?? ""), "omar");
  const late = await client.call("sign-up-begin", { token: tokenOf(third?.path ?? "") });
  expect(late.status).toBe(409);
  expect(office.accounts.foundingLinks()).toEqual([]);
  expect(office.accounts.list()).toMatchObject([
    { name: "olga", roles: ["owner"], grants: [{ how: "founded", by: [] }] },
    { name: "omar", roles: ["owner"], grants: [{ how: "founded", by: [] }] },
  ]);

  // The code used for sign-up cannot be used for sign-in.
  expect((await client.call("sign-in", { name: "olga", password: PASSWORD, totp })).status).toBe(409);
  const owner = await office.signedIn("olga", begun.body.totpSecret);
  expect((await owner.call("me")).body).toMatchObject({ name: "olga", roles: ["owner"], mode: "sandbox" });
  expect(owner.cookie).toMatch(/^candor-console=[A-Za-z0-9_-]{43}$/);
});

test("CONS-02 a wrong name, password and code get the same error; five of them lock, and the log records it", async () => {
  await office.operator("lock", "support");
  const client = office.client();
  const wrong = { name: "lock", password: "heron-orchid-99", totp: "000000" };
  const nobody = await client.call("sign-in", { ...wrong, name: "nobody" });
  for (let i = 0; i < 5; i++) expect((await client.call("sign-in", wrong)).body).toEqual(nobody.body);
  const locked = await client.call("sign-in", { ...wrong, password: PASSWORD });
  expect(locked.body.error.message).toContain("Wait 15 minutes.");
  const entries: string[] = [];
  readAuditLog(office.exchange.home, ({ operator, action, phase, via }) =>
    entries.push(`${operator} ${action} ${phase} ${via}`),
  );
  expect(entries).toContain("lock sign in refused console");
  expect(entries).toContain("lock sign up done console");
});

test("CONS-02 a whole IPv6 network has no more attempts than one address", async () => {
  await office.operator("network", "support");
  const client = office.client();
  const tried = (host: number, password: string) => {
    client.address = `2001:db8::${host}:0:0:1`;
    return client.call("sign-in", { name: "network", password, totp: "000000" });
  };
  for (let host = 1; host <= 5; host++)
    expect((await tried(host, "heron-orchid-99")).body.error.message).toContain("is wrong");
  expect((await tried(6, PASSWORD)).body.error.message).toContain("Wait 15 minutes.");
});

test("CONS-03 the cookie is inaccessible to scripts and other sites, and a call without the console's header is rejected", async () => {
  const client = await office.operator("cookie", "risk");
  const reply = await office.app.inject({
    method: "POST",
    url: "/console/api/sign-out",
    headers: { "x-candor-console": "1", cookie: client.cookie },
  });
  expect(String(reply.headers["set-cookie"])).toMatch(
    /; Path=\/console; Max-Age=0; HttpOnly; SameSite=Strict$/,
  );
  expect((await client.call("me")).status).toBe(401);

  const other = await office.operator("other", "risk");
  const without = { ...other.headers };
  delete without["x-candor-console"];
  other.headers = without;
  expect((await other.call("me")).status).toBe(403);
  other.headers = { "x-candor-console": "1", "sec-fetch-site": "cross-site" };
  expect((await other.call("me")).status).toBe(403);
  const form = await office.app.inject({
    method: "POST",
    url: "/console/api/me",
    headers: { "content-type": "application/x-www-form-urlencoded", cookie: other.cookie },
    payload: "a=1",
  });
  expect(form.statusCode).toBe(403);
});

test("SEC-30 an operator who enters a just-used code is asked to wait for the next one, and loses no attempt", async () => {
  const link = await office.accounts.invite("again", ["risk"], { how: "founded", by: [], atMs: 0 });
  if ("problem" in link) throw new Error(link.problem);
  const secret = await signUp(office, office.client(), tokenOf(link.path), "again");
  office.exchange.time.ms += 30_000;
  const code = office.code(secret);
  const client = office.client();
  const signIn = (totp: string) => client.call("sign-in", { name: "again", password: PASSWORD, totp });
  expect((await signIn(code)).status).toBe(200);
  for (let times = 0; times < 7; times++)
    expect((await signIn(code)).body.error.message).toContain("This code was already used.");
  office.exchange.time.ms += 30_000;
  expect((await signIn(office.code(secret))).status).toBe(200);
});

test("CONS-04 a session ends after half an hour of inactivity, a working day and a reset; automatic requests keep none open", async () => {
  const { time } = office.exchange;
  const idle = await office.operator("idle", "risk");
  const MINUTE_MS = 60_000;
  idle.headers = { "x-candor-console": "1", "x-candor-asleep": "1" };
  time.ms += 20 * MINUTE_MS;
  expect((await idle.call("me")).status).toBe(200);
  time.ms += 11 * MINUTE_MS;
  expect((await idle.call("me")).status).toBe(401);

  const busy = await office.operator("busy", "risk");
  for (let worked = 0; worked < 12 * 60 - 20; worked += 20) {
    expect((await busy.call("me")).status).toBe(200);
    time.ms += 20 * MINUTE_MS;
  }
  time.ms += 20 * MINUTE_MS;
  expect((await busy.call("me")).status).toBe(401);

  const reset = await office.operator("reset", "risk");
  const asked = { target: "reset", reason: "lost phone", flags: [], command: "operator reset" };
  const done = await office.operators.desk.perform({ ...asked, operator: "root" }, "command-line");
  if ("problem" in done) throw new Error(done.problem);
  expect((await reset.call("me")).status).toBe(401);
  const secret = await signUp(office, reset, tokenOf(String(done.rows[0]?.["link"])), "reset");
  expect((await (await office.signedIn("reset", secret)).call("me")).status).toBe(200);
});

test("CONS-05 a restart replaces the second founder's unused link until someone else has an account", async () => {
  const { exchange } = office;
  const home = `${exchange.home}/second-founder`;
  const nowMs = () => exchange.time.ms;
  const signUpWith = async (accounts: OperatorAccounts, path: string | undefined, name: string) => {
    const token = tokenOf(path ?? "");
    const view = await accounts.beginSignUp(token);
    if ("problem" in view) throw new Error(view.problem);
    const totp = office.code(view.totpSecret);
    return await accounts.finishSignUp({ token, name, password: PASSWORD, totp });
  };
  let accounts = openAccounts(home, nowMs);
  const restart = () => {
    accounts.close();
    accounts = openAccounts(home, nowMs);
    return accounts.foundingLinks();
  };
  const [first, unused] = accounts.foundingLinks();
  expect(await signUpWith(accounts, first?.path, "vera")).toMatchObject({ name: "vera" });
  const again = restart();
  expect(again).toHaveLength(1);
  expect(await accounts.beginSignUp(tokenOf(unused?.path ?? ""))).toHaveProperty("problem");
  const file = readFileSync(writeFoundingFile(exchange.home, "http://localhost:1", again) ?? "", "utf8");
  const ends = new Date(nowMs() + 86_400_000).toISOString();
  expect(file).toContain(`until ${ends.slice(0, 10)} ${ends.slice(11, 16)} UTC`);
  expect(file).toContain("the next start");
  expect(file.match(/#\/join\//g)).toHaveLength(1);
  expect(await signUpWith(accounts, again[0]?.path, "otto")).toMatchObject({ roles: ["owner"] });
  expect(restart()).toEqual([]);
  accounts.close();
});

test("CONS-05 accounts, their roles and the used codes survive a restart; the last owner stays", async () => {
  const { exchange } = office;
  const home = `${exchange.home}/restart`;
  const nowMs = () => exchange.time.ms;
  const first = openAccounts(home, nowMs);
  const [link] = first.foundingLinks();
  const token = tokenOf(link?.path ?? "");
  const view = await first.beginSignUp(token);
  if ("problem" in view) throw new Error(view.problem);
  const totp = office.code(view.totpSecret);
  await first.finishSignUp({ token, name: "vera", password: PASSWORD, totp });
  await first.invite("ivan", ["editor", "support"], { how: "invited", by: ["vera"], atMs: nowMs() });
  await first.disable("ivan");
  first.close();
  const again = openAccounts(home, nowMs);
  expect(again.foundingLinks()).toEqual([]);
  expect(again.list()).toMatchObject([
    { name: "vera", roles: ["owner"], disabled: false },
    { name: "ivan", roles: ["editor", "support"], disabled: true, invitedBy: "vera" },
  ]);
  const signIn = { name: "VERA", password: PASSWORD, totp, address: "::1" };
  expect(await again.signIn(signIn)).toHaveProperty("problem");
  const vera = again.get("vera");
  expect(vera !== undefined && again.isLastOwner(vera)).toBe(true);
  again.close();
});

test("CONS-05 a last owner who lost the phone is reset on the command line, not in the console", async () => {
  const solo = await ConsoleUnderTest.start();
  const owner = await solo.operator("only", "owner");
  const asked = { target: "only", reason: "lost phone", flags: [], command: "operator reset" };
  expect((await owner.command("operator reset", "only", { reason: "lost phone" })).status).toBe(409);
  const done = await solo.operators.desk.perform({ ...asked, operator: "root" }, "command-line");
  expect(done).toMatchObject({
    note: "Operator only needs a new password and code.",
    rows: [{ link: expect.any(String) }],
  });
  expect((await owner.call("me")).status).toBe(401);
  await solo.close();
});

test("CONS-06 an act in the console is the desk's own: written down with the way it came, its link nowhere in the log", async () => {
  const solo = await ConsoleUnderTest.start();
  const owner = await solo.operator("boss", "owner");
  const done = await owner.command("operator invite", "petra", { input: { roles: ["editor"] } });
  const link = String(done.body.rows[0]?.["link"]);
  expect(link).toMatch(/^\/console\/#\/join\/[A-Za-z0-9_-]{43}$/);
  const entries: object[] = [];
  readAuditLog(solo.exchange.home, (entry) => entries.push(entry));
  expect(entries.slice(-2)).toMatchObject([
    { phase: "begun", operator: "boss", via: "console", action: "operator invite", target: "petra" },
    { phase: "done", after: { roles: "editor" } },
  ]);
  expect(JSON.stringify(entries)).not.toContain(tokenOf(link));
  const list = await owner.call<AuditRow[]>("audit-list");
  expect(list.body[0]).toMatchObject({ operator: "boss", action: "operator invite petra", outcome: "done" });
  expect((await owner.call("audit-verify")).body.problems).toEqual([]);
  await solo.close();
});

test("SEC-14 only a signed-in operator can make the console read megabytes", async () => {
  const client = office.client();
  const large = { name: "x".repeat(200_000), password: "y", totp: "000000" };
  for (const call of ["sign-in", "sign-up-begin", "sign-up-finish", "passkey-sign-in"])
    expect([call, (await client.call(call, large)).status]).toEqual([call, 413]);
  for (const call of ["dashboard", "command", "me"])
    expect([call, (await client.call(call, { x: "x".repeat(5_000_000) })).status]).toEqual([call, 401]);
  const operator = await office.operator("reader", "owner");
  expect((await operator.call("dashboard", { x: "x".repeat(200_000) })).status).toBe(400);
});
