import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { REAL_FILES } from "@candor/journal/file-access";
import { JournalCorruptError } from "@candor/journal/journal-errors";
import { Identity } from "@candor/server/people/identity/identity-service";
import { generateSync } from "otplib";
import { afterEach, expect, test, vi } from "vitest";
import { NO_EXCHANGE } from "../support/identity/no-exchange.ts";
import type { DurableFact } from "./kill-target.ts";
import { CALLER, errorOf, given, IdentityUnderTest } from "./support.ts";

// Processes are started and killed here in parallel with other tests: allow for a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const leftOver: (() => void)[] = [];
afterEach(() => {
  for (const clear of leftOver.splice(0)) clear();
});

test("IDENT-08 AUTH-19 kill -9 under load: every acknowledged user, session, password, second factor, hold and favorite is there", async () => {
  const home = mkdtempSync(path.join(tmpdir(), "candor-identity-kill-"));
  leftOver.push(() => rmSync(home, { recursive: true, force: true }));
  const directory = path.join(home, "identity");
  const promised: DurableFact[] = [];
  for (const [round, killAfter] of [1, 7, 19, 40].entries()) {
    promised.push(...(await runUntilKilled(directory, round, killAfter)));
    const identity = Identity.open({
      directory,
      mode: "sandbox",
      hashCost: { memoryKib: 8, passes: 1 },
      exchange: NO_EXCHANGE,
    });
    try {
      for (const fact of promised) {
        const user = identity.user(fact.userId);
        expect(user?.username).toBe(fact.username);
        expect(identity.session(fact.token)?.userId).toBe(fact.userId);
        expect(user?.favourites).toEqual(fact.favourites);
        expect(identity.antiPhishingCode(fact.userId)).toBe(fact.phrase);
        expect(identity.secondFactors(fact.userId)).toEqual(["totp", "passkey"]);
        expect(user?.passkeys.map(({ name }) => name)).toEqual([fact.passkeyName]);
        expect(identity.withdrawalHold(fact.userId)?.untilMs).toBe(fact.holdUntilMs);
        const kept = identity.logins(fact.userId, 50).map(({ loginId }) => loginId);
        expect(kept).toEqual(expect.arrayContaining([...fact.loginIds]));
        const logIn = (totp: string) =>
          identity.logIn(CALLER, {
            account: fact.username,
            password: fact.password,
            secondFactor: { totp },
          });
        expect(errorOf(await logIn(fact.usedCode))).toBe("user.secondFactorError");
        if (round === 3) expect("token" in (await logIn(fact.freshCode))).toBe(true);
      }
      expect(new Set(promised.map((fact) => fact.userId)).size).toBe(promised.length);
    } finally {
      identity.close();
    }
  }
  expect(promised.length).toBeGreaterThanOrEqual(67);
});

/** Runs identity in a child process and kills it after a number of promises; @returns all promises received */
async function runUntilKilled(directory: string, round: number, killAfter: number): Promise<DurableFact[]> {
  const child: ChildProcess = fork(path.join(import.meta.dirname, "kill-target.ts"), [
    directory,
    String(round),
  ]);
  const received: DurableFact[] = [];
  child.on("message", (fact: DurableFact) => {
    received.push(fact);
    if (received.length === killAfter) child.kill("SIGKILL");
  });
  await once(child, "exit");
  return received;
}

test("AUTH-19 nothing is acknowledged before it is on disk, and nothing when the disk fails", async () => {
  const failures: Error[] = [];
  const people = new IdentityUnderTest({ onFailure: (error) => failures.push(error) });
  leftOver.push(() => people.remove());
  const session = await people.register("ada@example.org");
  const { userId } = session;
  const order: string[] = [];
  const sync = REAL_FILES.dataSync.bind(REAL_FILES);
  const disk = vi.spyOn(REAL_FILES, "dataSync").mockImplementation((fd) => {
    sync(fd);
    order.push("synced");
  });
  leftOver.push(() => disk.mockRestore());
  const { identity } = people;
  for (const act of [
    () => identity.setFavourite(userId, "spot:BTCUSDT", true),
    () => identity.changeProfile(userId, { antiPhishingCode: "heron" }),
    () => identity.logIn(CALLER, { account: "ada@example.org", password: "kestrel8" }),
    () => identity.endSessions(userId, "everywhere"),
  ]) {
    await act();
    order.push("acknowledged");
  }
  expect(order).toEqual(Array.from({ length: 4 }, () => ["synced", "acknowledged"]).flat());
  disk.mockImplementation(() => {
    throw new Error("no space left");
  });
  await expect(identity.setFavourite(userId, "spot:ETHUSDT", true)).rejects.toThrow("no space left");
  expect(failures).toHaveLength(1);
});

test("IDENT-08 a user unknown to the exchange is opened there at the next start", async () => {
  const people = new IdentityUnderTest();
  leftOver.push(() => people.remove());
  people.openAccount = () => Promise.reject(new Error("engine down"));
  await expect(people.register("ada@example.org")).rejects.toThrow("engine down");
  expect(people.opened).toEqual([]);
  people.openAccount = () => Promise.resolve();
  expect(await people.reopen().openMissingAccounts()).toBe(1);
  expect(people.opened).toEqual(["10001 trader"]);
  expect(await people.reopen().openMissingAccounts()).toBe(0);
  given(await people.identity.logIn(CALLER, { account: "ada@example.org", password: "kestrel7" }));
});

test("TEAM-03 inviters and bans are sent to the exchange, once, including those from before it knew of them", async () => {
  const people = new IdentityUnderTest();
  leftOver.push(() => people.remove());
  const ada = await people.register("ada@example.org");
  const invitation = people.identity.user(ada.userId)?.invitationCode;
  await people.register("ben@example.org", "kestrel8", invitation);
  expect(people.opened).toEqual(["10001 trader", "10002 trader", "10002 by 10001"]);
  await people.identity.setBanned(ada.userId, true);
  await people.identity.setBanned(ada.userId, false);
  expect(people.opened.slice(3)).toEqual(["10001 frozen", "10001 not frozen"]);
  expect(await people.reopen().openMissingAccounts()).toBe(0);

  // The engine fails in between: the ban persists, and the exchange receives it at the next start.
  const { identity } = people;
  const down = { ...NO_EXCHANGE, freezeUser: () => Promise.reject(new Error("engine down")) };
  await expect(people.reopen({ exchange: down }).setBanned(ada.userId, true)).rejects.toThrow("engine down");
  expect(people.identity).not.toBe(identity);
  people.opened.length = 0;
  expect(await people.reopen().openMissingAccounts()).toBe(1);
  expect(people.opened).toEqual(["10001 frozen"]);
});

test("IDENT-08 a flipped bit is detected, and prevents the start", async () => {
  const people = new IdentityUnderTest();
  leftOver.push(() => rmSync(path.dirname(people.directory), { recursive: true, force: true }));
  await people.register("ada@example.org");
  people.identity.close();
  const file = journalFiles(people.directory).find((name) => readFileSync(name).includes("ada@example.org"));
  const bytes = readFileSync(file ?? "");
  const at = bytes.indexOf("ada@example.org");
  bytes[at] = (bytes[at] as number) ^ 1;
  writeFileSync(file ?? "", bytes);
  expect(() => people.open()).toThrow(JournalCorruptError);
});

test("IDENT-09 AUTH-18 neither passwords nor tokens, phrases, one-time secrets or recovery codes are on disk", async () => {
  const people = new IdentityUnderTest({ sender: { send: () => Promise.resolve() } });
  leftOver.push(() => people.remove());
  people.reopen();
  const session = await people.register("ada@example.org", "kestrel7");
  await people.setPaymentPassword(session, "ada@example.org", "975310");
  const { userId } = session;
  await people.identity.changeProfile(userId, { antiPhishingCode: "blue heron" });
  const { secret = "" } = given(await people.identity.useTotp(CALLER, userId, { action: "begin" }));
  const totp = generateSync({ secret, epoch: people.time.ms / 1_000 });
  const { recoveryCodes = [] } = given(
    await people.identity.useTotp(CALLER, userId, { action: "enable", totp, password: "kestrel7" }),
  );
  people.identity.close();
  const plain = recoveryCodes.map((code) => code.replaceAll("-", ""));
  const secrets = ["kestrel7", session.token, "975310", "blue heron", secret, ...recoveryCodes, ...plain];
  for (const file of journalFiles(people.directory)) {
    const bytes = readFileSync(file);
    for (const secret of secrets) expect(bytes.includes(secret), file).toBe(false);
  }
  people.identity = people.open();
});

test("IDENT-09 a closed account's user is off the disk at once, and their number is never reused", async () => {
  const people = new IdentityUnderTest();
  leftOver.push(() => people.remove());
  const kept = await people.register("bea@example.org");
  const closed = await people.register("ada@example.org");
  await people.identity.setFavourite(kept.userId, "spot:BTCUSDT", true);
  await people.identity.closings.close(closed.userId);
  await people.identity.closings.finish(closed.userId);
  expect(people.identity.session(closed.token)).toBeUndefined();
  // The last mail is sent independently of the closing.
  await vi.waitFor(() =>
    expect(readFileSync(path.join(people.directory, "outbox.json"), "utf8")).toContain("account is closed"),
  );
  people.identity.close();
  for (const file of journalFiles(people.directory))
    expect(readFileSync(file).includes("ada@example.org"), file).toBe(false);
  people.identity = people.open();
  expect(people.identity.session(kept.token)?.userId).toBe(kept.userId);
  expect(people.identity.user(kept.userId)?.favourites).toEqual(["spot:BTCUSDT"]);
  people.time.ms += 61_000;
  expect((await people.register("ada@example.org")).userId).toBe(closed.userId + 1);
});

test("IDENT-08 a rewriting that was interrupted leaves the generation before it in force", async () => {
  const people = new IdentityUnderTest();
  leftOver.push(() => people.remove());
  const session = await people.register("ada@example.org");
  people.identity.close();
  const first = path.join(people.directory, "generation-000001");
  cpSync(first, path.join(people.directory, "generation-000002.new"), { recursive: true });
  people.identity = people.open();
  expect(people.identity.session(session.token)?.userId).toBe(session.userId);
  expect(readdirSync(people.directory).filter((name) => name.startsWith("generation"))).toEqual([
    "generation-000001",
  ]);
});

/** All files except the sandbox's outbox, which contains messages in plain text. */
function journalFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(directory, name))
    .filter((name) => statSync(name).isFile() && !name.endsWith("outbox.json"));
}

test("IDENT-15 a renewed invitation of the house is the only one after a restart too, and after a rewriting", async () => {
  const people = new IdentityUnderTest();
  leftOver.push(() => people.remove());
  const { houseCode } = people.identity;
  await people.identity.renewHouseCode();
  const renewed = people.identity.houseCode;
  expect(renewed).not.toBe(houseCode);
  for (const compact of [false, true]) expect(people.reopen({ compact }).houseCode).toBe(renewed);
  expect(people.reopen().houseCode).toBe(renewed);
});
