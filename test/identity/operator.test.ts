import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inspect } from "node:util";
import { SEGMENT_HEADER_BYTES } from "@candor/journal/segment";
import { bytesInUse } from "@candor/journal/tail";
import { type AuditEntry, auditDirectory, readAuditLog } from "@candor/server/kit/durable/audit-log";
import { SealingKey } from "@candor/server/kit/durable/sealed-value";
import { Listings } from "@candor/server/market/market-data/listings";
import { MarketDataMirror } from "@candor/server/market/market-data/market-data-mirror";
import { OperatorAccounts } from "@candor/server/operators/accounts/operator-accounts";
import { type Operators, openOperators } from "@candor/server/operators/desk/open-operators";
import { operatorSocketPath } from "@candor/server/operators/protocol/operator-messages";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { repeats } from "../support/repeats.ts";
import { sendForm } from "../support/uploads/multipart.ts";
import { picture } from "../support/uploads/pictures.ts";
import { ClockUnderTest } from "../support/wire/clock-under-test.ts";
import { accepted, GatewayUnderTest, setPaymentPassword } from "../support/wire/gateway-under-test.ts";
import { START_MS } from "../support/wire/opened-exchange.ts";
import { CHAIN, ScriptedChain } from "../support/wire/scripted-chain.ts";
import type { WireClient } from "../support/wire-client.ts";

// Each command is a separate process: allow for a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const CLI = path.resolve(import.meta.dirname, "../../apps/server/src/start/cli/operator.ts");

let chain: ScriptedChain;
let exchange: GatewayUnderTest;
let operators: Operators;
let accounts: OperatorAccounts;
let mirror: MarketDataMirror;
const listings = new Listings(START_MS);
const logged: string[] = [];
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({
    gateway: { rateLimitFactor: 1_000 },
    chains: (engine, nowMs) => {
      chain = new ScriptedChain(engine, nowMs);
      return chain;
    },
  });
  mirror = new MarketDataMirror(exchange.engine, listings);
  await mirror.start();
  accounts = OperatorAccounts.open({
    directory: path.join(exchange.home, "operators"),
    sealing: SealingKey.ofFile(path.join(exchange.home, "keys", "sealing.key")),
    onFailure: (error) => {
      throw error;
    },
  });
  operators = await open();
});
afterAll(async () => {
  await operators.close();
  accounts.close();
  mirror.stop();
  await exchange.close();
});

function open(demoReviewer = false): Promise<Operators> {
  const { home, documents, identity, funding, time } = exchange;
  return openOperators({
    home,
    ports: {
      ...documents,
      content: exchange.content,
      pictures: exchange.pictures,
      operators: accounts,
      operatorMail: undefined,
      site: "",
      nowMs: () => time.ms,
      engine: exchange.engine,
      identity,
      listings,
      withdrawals: funding.desk,
      addresses: funding.addresses,
      chains: funding.chains,
      settings: exchange.settings,
      notices: exchange.notices.service,
      clock: new ClockUnderTest({ engine: exchange.engine, live: exchange.settings.live }).guard,
    },
    demoReviewer,
    takePoint: () => Promise.reject(new Error("this exchange has no home to copy")),
    demoDelayMs: 20,
    nowMs: () => time.ms,
    log: {
      info: (message) => logged.push(message),
      warn: (message) => logged.push(message),
      error: (details, message) => logged.push(`${message} ${inspect(details)}`),
    },
  });
}

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line as a user would. */
function operator(args: readonly string[], home = exchange.home, user = "anna"): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { ...process.env, CANDOR_HOME: home, USER: user };
    execFile(process.execPath, [CLI, ...args], { env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

async function rows(...args: string[]): Promise<Record<string, unknown>[]> {
  const { out, err, code } = await operator([...args, "--json"]);
  expect([code, err], logged.at(-1)).toEqual([0, ""]);
  return JSON.parse(out) as Record<string, unknown>[];
}

function auditEntries(home = exchange.home): AuditEntry[] {
  const entries: AuditEntry[] = [];
  readAuditLog(home, (entry) => entries.push(entry));
  return entries;
}

async function submitted(
  email: string,
  fullName = "Maria Klein",
): Promise<{ client: WireClient; id: string; submission: string }> {
  const client = await exchange.registered(email);
  const bytes = await picture("jpeg", 60, 40);
  const photo = async () => accepted(await sendForm(client, { purpose: "identity" }, [{ bytes }])).url;
  accepted(
    await client.call("verification", {
      level: 1,
      country: "DE",
      fullName,
      idNumber: "L01X00T4742",
      address: "Am Graben 1",
      photoFront: await photo(),
      photoBack: await photo(),
    }),
  );
  const { id } = accepted(await client.call("profile"));
  return { client, id, submission: `${id}-1-1` };
}

test("OPER-01 only the socket's owner can use it, and the help lists every command", async () => {
  expect(statSync(operatorSocketPath(exchange.home)).mode & 0o777).toBe(0o600);
  const { code, out } = await operator(["--help"]);
  expect(code).toBe(0);
  for (const words of [
    "verification refuse",
    "withdrawal approve",
    "user freeze",
    "account freeze",
    "chain status",
    "audit verify",
  ])
    expect(out).toContain(words);
});

test("OPER-02 a review: list, show with photos, reject with a reason, pass; the user sees it and the log names the operator", async () => {
  const { client, id, submission } = await submitted("review@example.org");
  expect(await rows("verification", "list")).toMatchObject([
    { submission, user: Number(id), level: 1, status: "pending" },
  ]);
  const photos = mkdtempSync(path.join(tmpdir(), "candor-photos-"));
  const shown = await operator(["verification", "show", submission, "--photos", photos]);
  expect(shown.out).toContain("Maria Klein");
  expect(shown.out).toContain("L01X00T4742");
  const files = readdirSync(photos).sort();
  expect(files).toEqual([`${submission}-back.jpg`, `${submission}-front.jpg`]);
  expect(readFileSync(path.join(photos, files[0] ?? "")).subarray(0, 2)).toEqual(Buffer.from("ffd8", "hex"));
  rmSync(photos, { recursive: true });

  const reason = "The photo of the back cannot be read.";
  const refused = await operator(["verification", "refuse", submission, "--reason", reason]);
  expect([refused.code, refused.out.trim()]).toEqual([0, `Submission ${submission} was refused.`]);
  expect(accepted(await client.call("verification")).veriInfo).toMatchObject({ status: "refused", reason });
  const again = await operator(["verification", "pass", submission, "--operator", "bert"]);
  expect([again.code, again.err.trim()]).toEqual([
    1,
    `Not done: Submission ${submission} was refused by anna.`,
  ]);

  const last = auditEntries().slice(-4);
  expect(last).toMatchObject([
    { phase: "done", operator: "anna", action: "verification show", target: submission },
    { phase: "begun", operator: "anna", action: "verification refuse", target: submission, reason },
    {
      phase: "done",
      begun: last[1]?.number,
      operator: "anna",
      reason,
      before: { status: "pending", level: 1, user: Number(id) },
      after: { status: "refused", verification: 0 },
    },
    { phase: "refused", operator: "bert", action: "verification pass", target: submission },
  ]);
});

test("OPER-02 a large withdrawal waits for the operator: approved it proceeds, rejected the money returns with the reason", async () => {
  const email = "large@example.org";
  const client = await exchange.registered(email);
  await setPaymentPassword(client, exchange, email);
  const { id } = accepted(await client.call("profile"));
  const deposit = await chain.see(Number(id), 0, 20_000_000_000);
  await chain.credit(deposit.depositId);
  const request = {
    asset: "USDT",
    chain: CHAIN,
    address: "0x52908400098527886E0F7030069857D2E4169EE7",
    amount: "6000",
    paymentPassword: "246810",
  };
  const first = accepted(await client.call("withdraw", request)).withdrawal.withdrawalId;
  const second = accepted(await client.call("withdraw", request)).withdrawal.withdrawalId;
  expect(await rows("withdrawal", "list")).toMatchObject([
    { withdrawal: first, user: Number(id), amount: "6000.000000 USDT", chain: CHAIN, waitsFor: "operator" },
    { withdrawal: second, waitsFor: "operator", today: 2 },
  ]);
  expect((await operator(["withdrawal", "approve", first])).out.trim()).toBe(
    `Withdrawal ${first} was approved.`,
  );
  expect((await operator(["withdrawal", "approve", first])).code).toBe(1);
  const reason = "The address is on a sanctions list";
  expect((await operator(["withdrawal", "refuse", second, "--reason", reason])).code).toBe(0);
  expect(await rows("withdrawal", "list")).toEqual([]);
  const usdt = accepted(await client.call("walletIndex")).wallets.main;
  expect(usdt).toEqual([{ wallet: "main", asset: "USDT", available: "14000.000000", frozen: "6000.000000" }]);
  expect(auditEntries().slice(-1)).toMatchObject([
    {
      phase: "done",
      action: "withdrawal refuse",
      target: second,
      reason,
      before: { status: "reviewing", user: Number(id), amount: "6000.000000 USDT" },
      after: { status: "returned" },
    },
  ]);
});

test("OPER-02 a frozen user gets the reason and cannot log in until it is lifted; no mailbox appears in the log", async () => {
  const email = "frozen@example.org";
  const client = await exchange.registered(email);
  const { id } = accepted(await client.call("profile"));
  expect(await rows("user", "show", email)).toMatchObject([
    { user: Number(id), email: "f***n@example.org", frozen: false },
  ]);
  expect((await operator(["user", "freeze", email, "--reason", "stolen phone"])).code).toBe(0);
  expect((await client.call("profile")).data.error).toBe("user.banned");
  const login = { account: email, password: "kestrel7" };
  expect((await client.call("login", login)).data.error).toBe("user.frozen");
  expect((await operator(["user", "freeze", email, "--reason", "twice"])).code).toBe(1);
  expect((await operator(["user", "freeze", "nobody@example.org", "--reason", "x"])).code).toBe(1);
  expect((await operator(["user", "unfreeze", id, "--reason", "phone is back"])).code).toBe(0);
  accepted(await client.call("profile"));
  expect(auditEntries().slice(-1)).toMatchObject([
    { target: id, before: { frozen: true }, after: { frozen: false }, reason: "phone is back" },
  ]);
  const everything = JSON.stringify(auditEntries()) + logged.join("\n");
  for (const secret of [email, "nobody@example.org", "Maria Klein", "L01X00T4742"])
    expect(everything.includes(secret), secret).toBe(false);
});

test("OPER-05 a trading account is frozen and unfrozen: the user sees which, the exchange rejects, the log names the operator", async () => {
  const email = "accounts@example.org";
  const client = await exchange.registered(email);
  const { id } = accepted(await client.call("profile"));
  const target = `${email}/contract`;
  const reason = "trades for somebody else";
  expect((await operator(["account", "freeze", target, "--reason", reason])).out.trim()).toBe(
    `The contract account of user ${id} is frozen.`,
  );
  const frozen = { contract: true, option: false, coin: false };
  expect(accepted(await client.call("profile")).frozen).toEqual(frozen);
  expect(accepted(await client.call("walletIndex")).frozen).toEqual(frozen);
  expect(await rows("user", "show", id)).toMatchObject([{ frozen: false, frozenAccounts: "contract" }]);
  for (const wrong of [target, `${email}/main`, email, "nobody@example.org/coin"])
    expect((await operator(["account", "freeze", wrong, "--reason", "x"])).code, wrong).toBe(1);
  expect((await operator(["account", "unfreeze", `${id}/contract`, "--reason", "explained"])).code).toBe(0);
  expect(accepted(await client.call("profile")).frozen).toEqual({ ...frozen, contract: false });
  expect(
    auditEntries().filter(({ phase, action }) => phase === "done" && action.startsWith("account")),
  ).toMatchObject([
    { operator: "anna", action: "account freeze", target: `${id}/contract`, reason, after: { frozen: true } },
    { action: "account unfreeze", before: { frozen: true }, after: { frozen: false } },
  ]);
});

test("OPER-02 a bound withdrawal address is unbound after an identity check, and only then can the user go elsewhere", async () => {
  const email = "bound@example.org";
  const client = await exchange.registered(email);
  await setPaymentPassword(client, exchange, email);
  const { id } = accepted(await client.call("profile"));
  const site = (address: string, bound: boolean) => ({
    chain: CHAIN,
    address: `0x${address.repeat(20)}`,
    bound,
    paymentPassword: "246810",
  });
  const { siteId } = accepted(await client.call("addSite", site("a1", true)));
  expect((await client.call("addSite", site("b2", false))).code).toBe(136);
  expect(await rows("address", "list", id)).toMatchObject([{ site: siteId, chain: CHAIN, bound: true }]);
  expect((await operator(["address", "unbind", siteId])).code).toBe(2);
  expect((await operator(["address", "unbind", "s-none", "--reason", "asked"])).code).toBe(1);
  expect((await operator(["address", "unbind", siteId, "--reason", "came in person"])).code).toBe(0);
  accepted(await client.call("addSite", site("b2", false)));
  expect((await operator(["address", "unbind", siteId, "--reason", "again"])).code).toBe(1);
  expect(auditEntries().filter(({ action }) => action === "address unbind")).toMatchObject([
    { phase: "refused" },
    { phase: "begun", target: siteId, before: { user: Number(id), chain: CHAIN, bound: true } },
    { phase: "done", after: { bound: false }, reason: "came in person" },
    { phase: "refused" },
  ]);
});

test("OPER-03 wrong use exits with 2, a rejection and a missing server with 1, and wrong use is not logged", async () => {
  const before = auditEntries().length;
  const codes = async (...lines: string[]) =>
    (await Promise.all(lines.map((words) => operator(words.split(" "))))).map(({ code }) => code);
  const wrong = await codes(
    "verification refuse 1-1-1",
    "verification pass",
    "verification list more",
    "user show 1 --photos /tmp",
    "balance set 10001",
    "user show 1 --colour",
  );
  expect(wrong).toEqual([2, 2, 2, 2, 2, 2]);
  expect((await operator(["verification", "list"], exchange.home, "")).code).toBe(2);
  expect(auditEntries().length).toBe(before);
  expect(
    await codes(
      "user show nobody@example.org",
      "verification pass 1-1-1 --operator demo-reviewer",
      "chain status",
    ),
  ).toEqual([1, 1, 0]);
  const missing = await operator(["chain", "status"], tmpdir());
  expect([missing.code, missing.err]).toEqual([1, `no server is running on ${tmpdir()}\n`]);
});

test("OPER-08 a deposit that cannot be credited is listed with its real amount, credited or settled, and logged", async () => {
  const client = await exchange.registered("held@example.org");
  const { id } = accepted(await client.call("profile"));
  const dust = await chain.see(Number(id), 0, 5_000_000);
  const huge = await chain.see(Number(id), 0, 1);
  chain.hold(dust.depositId, "unproven");
  chain.hold(huge.depositId, "over-limit", "9007199254740996000001");
  chain.unclaimed = [{ chain: CHAIN, userId: Number(id), address: dust.address, symbol: "ETH", amount: "3" }];
  // The note comes after the rows.
  const { out } = await operator(["deposit", "list", "--json"]);
  expect(out).toContain("Waiting for a decision: 2.");
  expect(JSON.parse(out.slice(0, out.lastIndexOf("]") + 1))).toMatchObject([
    { deposit: null, state: "unexplained", user: Number(id), asset: "ETH", amount: "3" },
    { deposit: dust.depositId, state: "held", asset: "USDT", amount: "5", reason: "unproven" },
    { deposit: huge.depositId, amount: "9007199254740996.000001", reason: "over-limit" },
  ]);
  const act = (...words: string[]) => operator(words);
  expect((await act("deposit", "credit", dust.depositId)).code).toBe(2);
  expect((await act("deposit", "credit", huge.depositId, "--reason", "try")).err).toContain(
    "Settle it instead",
  );
  expect((await act("deposit", "credit", dust.depositId, "--reason", "seen on two explorers")).code).toBe(0);
  expect((await act("deposit", "settle", huge.depositId, "--reason", "sent back by hand")).code).toBe(0);
  expect((await act("deposit", "settle", huge.depositId, "--reason", "twice")).code).toBe(1);
  expect((await act("deposit", "find", "somewhere", "--reason", "x", "--input", "{}")).err).toContain("/0x…");
  const { records } = accepted(await client.call("rechargeList"));
  expect(records).toMatchObject([
    { status: "ignored", amount: "9007199254740996.000001", note: "sent back by hand" },
    { status: "credited", amount: "5.000000", note: null },
  ]);
  expect(auditEntries().filter(({ action }) => action.startsWith("deposit ")).length).toBeGreaterThan(4);
  chain.unclaimed = [];
});

/** Places of the log where one bit is changed in turn. */
const CHANGED_PLACES = repeats(6, 24);

test("OPER-04 audit verify detects a changed byte anywhere in the log, a missing end, and another log", async () => {
  const sound = await operator(["audit", "verify"]);
  expect(sound.out).toContain("matches the running server");
  expect(sound.code).toBe(0);
  const entries = auditEntries();
  const [noted] = /[0-9]+:[0-9a-f]{64}/.exec(sound.out) ?? [""];
  expect(noted).toBe(`${entries.length}:${entries.at(-1)?.hash}`);
  expect(logged.some((line) => line.startsWith(`audit ${noted} `))).toBe(true);

  const copy = mkdtempSync(path.join(tmpdir(), "candor-audit-"));
  const fresh = (): string => {
    rmSync(copy, { recursive: true, force: true });
    cpSync(auditDirectory(exchange.home), auditDirectory(copy), { recursive: true });
    const [segment = ""] = readdirSync(auditDirectory(copy)).filter((name) => !name.includes("lock"));
    return path.join(auditDirectory(copy), segment);
  };
  const verdict = async (...expected: string[]) =>
    await operator(["audit", "verify", ...expected.flatMap((head) => ["--expect", head])], copy);
  fresh();
  expect((await verdict(noted)).code).toBe(0);

  // A name in the first entry and in the last one.
  for (const place of ["indexOf", "lastIndexOf"] as const) {
    const file = fresh();
    const content = readFileSync(file);
    content.write("emma", content[place]("anna"), "latin1");
    writeFileSync(file, content);
    expect((await verdict(noted)).code, place).toBe(1);
  }

  // One bit, at places all over the entries and the hashes between them.
  const usedBytes = bytesInUse(readFileSync(fresh()));
  for (let step = 0; step < CHANGED_PLACES; step++) {
    const entryBytes = usedBytes - SEGMENT_HEADER_BYTES;
    const at = SEGMENT_HEADER_BYTES + Math.floor(((step + Math.random()) * entryBytes) / CHANGED_PLACES);
    const file = fresh();
    const content = readFileSync(file);
    content.writeUInt8(content.readUInt8(at) ^ 1, at);
    writeFileSync(file, content);
    expect((await verdict(noted)).code, `byte ${at} of ${usedBytes}`).toBe(1);
  }

  // Truncated without a trace: only the recorded head reveals it.
  const third = fresh();
  const cut = readFileSync(third);
  const lastEntry =
    cut.lastIndexOf('{"operator"') < 0 ? cut.lastIndexOf("{") : cut.lastIndexOf('{"operator"');
  cut.fill(0, lastEntry - 200);
  writeFileSync(third, cut);
  const afterCut = await verdict(noted);
  expect(afterCut.code).toBe(1);

  // Another log in its place, valid in itself.
  fresh();
  const wrongHash = `${entries.length}:${"0".repeat(64)}`;
  const replaced = await verdict(wrongHash);
  expect(replaced.code).toBe(1);
  expect(replaced.err).toContain("does not match the known one");
  rmSync(copy, { recursive: true, force: true });
});

test("OPER-04 an action that never came to its end stays visible", async () => {
  const { desk } = operators;
  const { submission } = await submitted("crash@example.org");
  const { verification } = exchange.documents;
  const review = verification.review.bind(verification);
  verification.review = () => Promise.reject(new Error("the disk is gone"));
  const request = {
    operator: "anna",
    command: "verification pass",
    target: submission,
    reason: "",
    flags: [],
  };
  await expect(desk.perform(request, "command-line")).rejects.toThrow("the disk is gone");
  verification.review = review;
  expect(auditEntries().slice(-1)).toMatchObject([{ phase: "failed", problem: "the disk is gone" }]);
  expect(await rows("audit", "list", "--limit", "1")).toMatchObject([
    { outcome: "failed: the disk is gone" },
  ]);
  expect((await operator(["verification", "pass", submission])).code).toBe(0);
});

test("VERIF-05 the demo reviewer passes pending and new submissions, identifies itself, and its name is reserved", async () => {
  const waiting = await submitted("waiting@example.org");
  await operators.close();
  operators = await open(true);
  const coming = await submitted("coming@example.org");
  for (const { client } of [waiting, coming]) {
    await expect.poll(async () => accepted(await client.call("verification")).verification).not.toBe(0);
    const { verification, veriInfo } = accepted(await client.call("verification"));
    expect([verification, veriInfo.status, veriInfo.reason]).toEqual([
      1,
      "passed",
      "Passed by the demo reviewer of this sandbox. Nobody has looked at the documents.",
    ]);
    client.headers = { lang: "de" };
    expect(accepted(await client.call("verification")).veriInfo.reason).toContain("Demo-Prüfer");
  }
  const refused = await submitted("refused@example.org", "Maria 2");
  const statusOf = async () => accepted(await refused.client.call("verification")).veriInfo.status;
  await expect.poll(statusOf).toBe("refused");
  expect(accepted(await refused.client.call("verification"))).toMatchObject({
    verification: 0,
    veriInfo: { reason: "The demo reviewer of this sandbox refuses names with digits." },
  });
  const decided = auditEntries().filter(
    ({ phase, operator: name }) => phase === "done" && name === "demo-reviewer",
  );
  expect(decided.map(({ action, target }) => [action, target])).toEqual([
    ["verification pass", waiting.submission],
    ["verification pass", coming.submission],
    ["verification refuse", refused.submission],
  ]);
  expect(logged.some((line) => line.includes("nobody checks the documents"))).toBe(true);
  const forged = await operators.desk.perform(
    {
      operator: "Demo-Reviewer",
      command: "verification list",
      target: "",
      reason: "",
      flags: [],
    },
    "command-line",
  );
  expect(forged).toHaveProperty("problem");
});
