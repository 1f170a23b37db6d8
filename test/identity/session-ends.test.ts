import type { SessionEnd } from "@candor/domain/enumerations";
import { SESSION_ENDS } from "@candor/domain/enumerations";
import { afterEach, expect, test } from "vitest";
import { CALLER, given, IdentityUnderTest } from "./support.ts";

const EMAIL = "ada@example.org";
const PASSWORD = "kestrel7";

let people: IdentityUnderTest;
afterEach(() => people.remove());

const logIn = async () => given(await people.identity.logIn(CALLER, { account: EMAIL, password: PASSWORD }));

/** How each reason occurs, for a session other than the acting one. */
const CAUSES: Record<SessionEnd, (userId: number, sessionId: string) => Promise<unknown>> = {
  "log-out": (userId, sessionId) => people.identity.endSessions(userId, "log-out", sessionId),
  everywhere: (userId) => people.identity.endSessions(userId, "everywhere"),
  frozen: (userId) => people.identity.freezeAccount(CALLER, userId, { confirm: true }),
  closed: (userId) => people.identity.closings.close(userId),
  "too-many": async () => {
    for (let count = 0; count < 60; count++) {
      people.time.ms += 1;
      await logIn();
    }
  },
  password: async (userId) => {
    const own = await logIn();
    const change = { kind: "login", oldPassword: PASSWORD, newPassword: "heron900" } as const;
    return given(await people.identity.resetPassword(CALLER, { ...own, userId }, change));
  },
};

test.each(SESSION_ENDS)("a token of an ended session returns the reason: %s", async (reason) => {
  people = new IdentityUnderTest();
  const session = await people.register(EMAIL, PASSWORD);
  expect(people.identity.whySessionEnded(session.token)).toBeUndefined();
  people.time.ms += 1;
  await CAUSES[reason](session.userId, session.sessionId);
  expect(people.identity.session(session.token)).toBeUndefined();
  expect(people.identity.whySessionEnded(session.token)).toBe(reason);
  for (const other of ["", "x", session.token.slice(1)])
    expect(people.identity.whySessionEnded(other)).toBeUndefined();
});

test("a session whose time was over, or from before the server's start, has no reason", async () => {
  people = new IdentityUnderTest();
  const session = await people.register(EMAIL, PASSWORD);
  people.time.ms += 91 * 86_400_000;
  await logIn();
  expect(people.identity.whySessionEnded(session.token)).toBeUndefined();
});

test("the session that registers keeps the name of its device, and so does the login history", async () => {
  people = new IdentityUnderTest();
  const { identity } = people;
  given(await identity.sendCode(CALLER, undefined, { channel: "ems", to: EMAIL, event: "register" }));
  const code = people.codeOf(EMAIL);
  const deviceName = "Safari, iPhone";
  const invitationCode = identity.houseCode;
  const { userId } = given(
    await identity.register(CALLER, { email: EMAIL, password: PASSWORD, code, invitationCode, deviceName }),
  );
  expect(identity.sessions(userId)).toMatchObject([{ deviceName }]);
  expect(identity.logins(userId, 10)).toMatchObject([{ deviceName, method: "registration" }]);
});
