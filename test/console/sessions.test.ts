import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import type { OperatorAccounts } from "@candor/server/operators/accounts/operator-accounts";
import { generateSync } from "otplib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openAccounts, PASSWORD, tokenOf } from "../support/console/console-under-test.ts";
import { MEMORY_DISK } from "../support/memory-disk.ts";

/** Operators' accounts in a home of their own. Another core opens the same records, as a restart does. */

const MINUTE_MS = 60_000;
const STEP_MS = 30_000;
const GRANT = { how: "founded", by: [], atMs: 0 } as const;

let home: string;
let nowMs: number;
let accounts: OperatorAccounts;
beforeEach(() => {
  home = mkdtempSync(path.join(MEMORY_DISK, "candor-sessions-"));
  nowMs = Date.UTC(2026, 0, 1, 12);
  accounts = openAccounts(home, () => nowMs);
});
afterEach(() => {
  accounts.close();
  rmSync(home, { recursive: true, force: true });
});

function restart(): void {
  accounts.close();
  accounts = openAccounts(home, () => nowMs);
}

const codeOf = (secret: string): string => generateSync({ secret, epoch: Math.floor(nowMs / 1_000) });

async function signUp(name: string): Promise<string> {
  const link = await accounts.invite(name, ["owner"], GRANT);
  if ("problem" in link) throw new Error(link.problem);
  return await signUpBy(tokenOf(link.path), name);
}

async function signUpBy(token: string, name: string, between = () => {}): Promise<string> {
  const view = await accounts.beginSignUp(token);
  if ("problem" in view) throw new Error(view.problem);
  between();
  const totp = codeOf(view.totpSecret);
  const account = await accounts.finishSignUp({ token, name, password: PASSWORD, totp });
  if ("problem" in account) throw new Error(account.problem);
  return view.totpSecret;
}

/** Signs in with the next code. @returns the session's token */
async function signIn(name: string, secret: string): Promise<string> {
  nowMs += STEP_MS;
  const signedIn = await accounts.signIn({ name, password: PASSWORD, totp: codeOf(secret), address: "::1" });
  if ("problem" in signedIn) throw new Error(signedIn.problem);
  return signedIn.token;
}

const whoIs = (token: string, isAutomatic = true) => accounts.bySession(token, isAutomatic)?.name;

test("CONS-04 a session survives a restart, and neither its token nor a secret is in the records", async () => {
  const secret = await signUp("vera");
  const token = await signIn("vera", secret);
  restart();
  expect(whoIs(token)).toBe("vera");
  expect(whoIs("A".repeat(43))).toBeUndefined();
  const directory = path.join(home, "operators");
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).map((name) =>
    path.join(directory, name),
  );
  for (const file of files.filter((each) => statSync(each).isFile()))
    for (const word of [token, secret, PASSWORD]) expect(readFileSync(file).includes(word), file).toBe(false);
});

test("CONS-04 a restart never makes a session longer: not after inactivity, and not after a working day", async () => {
  const secret = await signUp("vera");
  const idle = await signIn("vera", secret);
  nowMs += 20 * MINUTE_MS;
  expect(whoIs(idle, false)).toBe("vera");
  // Uses within a minute of a recorded one are not recorded: after a restart the session ends that much earlier.
  nowMs += 50_000;
  expect(whoIs(idle, false)).toBe("vera");
  restart();
  nowMs += 29 * MINUTE_MS;
  expect(whoIs(idle)).toBe("vera");
  restart();
  nowMs += 10_000;
  expect(whoIs(idle)).toBeUndefined();

  const busy = await signIn("vera", secret);
  const openedAtMs = nowMs;
  for (; nowMs < openedAtMs + 12 * 60 * MINUTE_MS; nowMs += 20 * MINUTE_MS) {
    restart();
    expect(whoIs(busy, false)).toBe("vera");
  }
  restart();
  expect(whoIs(busy, false)).toBeUndefined();
});

test("CONS-04 a session ended by signing out or by a change of the account stays ended after a restart", async () => {
  const secret = await signUp("vera");
  const out = await signIn("vera", secret);
  const kept = await signIn("vera", secret);
  await accounts.sessions.end(out);
  restart();
  expect([whoIs(out), whoIs(kept)]).toEqual([undefined, "vera"]);

  const changes = [() => accounts.setRoles("vera", ["owner", "risk"], GRANT), () => accounts.disable("vera")];
  for (const change of changes) {
    const token = await signIn("vera", secret);
    await change();
    restart();
    expect(whoIs(token)).toBeUndefined();
    await accounts.enable("vera", GRANT);
    expect([whoIs(token), whoIs(kept)]).toEqual([undefined, undefined]);
  }

  const before = await signIn("vera", secret);
  const link = await accounts.reset("vera", GRANT);
  restart();
  await signUpBy(tokenOf(link.path), "vera");
  restart();
  expect(whoIs(before)).toBeUndefined();
});

test("CONS-04 a session that is used all the time is recorded once a minute, and old records are dropped", async () => {
  const secret = await signUp("vera");
  const token = await signIn("vera", secret);
  const seen = () => recordsOf("session-seen").length;
  for (let second = 0; second < 600; second++, nowMs += 1_000) whoIs(token, false);
  restart();
  expect(seen()).toBe(9);
  for (let minute = 0; minute < 1_100; minute++, nowMs += MINUTE_MS) {
    if (whoIs(token, false) !== undefined) continue;
    await signIn("vera", secret);
  }
  restart();
  restart();
  expect(seen()).toBe(0);
  expect(recordsOf("session-opened").length).toBeLessThan(40);
});

test("CONS-05 a sign-up continues after a restart; if it has expired, the reply asks to open the link again", async () => {
  const link = await accounts.invite("vera", ["owner"], GRANT);
  if ("problem" in link) throw new Error(link.problem);
  const secret = await signUpBy(tokenOf(link.path), "vera", restart);
  expect(whoIs(await signIn("vera", secret))).toBe("vera");
  const other = await accounts.invite("ivan", ["risk"], GRANT);
  if ("problem" in other) throw new Error(other.problem);
  const request = { token: tokenOf(other.path), name: "ivan", password: PASSWORD, totp: "000000" };
  expect(await accounts.finishSignUp(request)).toMatchObject({
    problem: "This sign-up has expired. Open the link again and scan the new secret.",
  });
});

/** Records of a kind that are on disk. */
function recordsOf(kind: string): readonly string[] {
  const directory = path.join(home, "operators");
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(directory, name))
    .filter((file) => statSync(file).isFile())
    .flatMap((file) => readFileSync(file, "latin1").match(new RegExp(`"type":"${kind}"`, "g")) ?? []);
}
