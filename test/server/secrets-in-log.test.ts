import { globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { generateSync } from "otplib";
import { expect, onTestFinished, test, vi } from "vitest";
import { LocalMailServer } from "../support/identity/local-mail-server.ts";
import { SoftwareAuthenticator } from "../support/identity/software-authenticator.ts";
import { removeHome, type ServerProcess, startServer, temporaryHome } from "../support/server/run-server.ts";
import { WireClient } from "../support/wire-client.ts";

vi.setConfig({ testTimeout: 240_000 });

const PASSWORD = "kestrel7x";
const NEW_PASSWORD = "plover55q";
const PAYMENT_PASSWORD = "918273";
const PHRASE = "purple heron at dawn";
/** A mistyped password is almost the password, so it is secret too. */
const WRONG_PASSWORD = "kestrel7y";

/** All secrets used, by kind. */
class Secrets {
  private readonly said = new Map<string, string>();

  add(what: string, secret: string): string {
    expect(secret.length, what).toBeGreaterThanOrEqual(6);
    this.said.set(`${what} ${this.said.size}`, secret);
    return secret;
  }

  /** Returns the secrets in a text, not counting matches inside longer numbers or words. */
  foundIn(text: string): string[] {
    const found = [...this.said].filter(([, secret]) => {
      const escaped = secret.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
      return new RegExp(`(?<![A-Za-z0-9_])${escaped}(?![A-Za-z0-9_])`).test(text);
    });
    return found.map(([what]) => what);
  }

  get size(): number {
    return this.said.size;
  }
}

const secrets = new Secrets();

async function mailedCode(mail: LocalMailServer, to: string, after: number): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const texts = mail.mails.slice(after).filter((message) => message.to === to);
    const code = texts.map(({ text }) => /\b[0-9]{6}\b/.exec(text)?.[0]).find((found) => found !== undefined);
    if (code !== undefined) return secrets.add("code of a mail", code);
    await sleep(50);
  }
  throw new Error(`no code was mailed to ${to}`);
}

async function registered(server: ServerProcess, mail: LocalMailServer, email: string): Promise<WireClient> {
  const client = new WireClient(`http://localhost:${server.port}`);
  const { registration } = await client.expectOk(client.post("/ebapi/public_api/index"));
  const before = mail.mails.length;
  await client.expectOk(client.post("/ems/send", { email, event: "register" }));
  const code = await mailedCode(mail, email, before);
  const request = { email, password: PASSWORD, code, invitationCode: registration.houseCode };
  const session = await client.expectOk(client.post("/user/register", request));
  client.token = secrets.add("token", session.token);
  secrets.add("token of a device", session.deviceToken);
  return client;
}

/** Runs through every call that takes or returns a secret, with right and wrong values. */
async function livedThrough(server: ServerProcess, mail: LocalMailServer): Promise<void> {
  const email = "ada@example.org";
  const client = await registered(server, mail, email);
  const code = async (event: string): Promise<string> => {
    const before = mail.mails.length;
    await client.expectOk(client.post("/ems/send", { event }));
    return await mailedCode(mail, email, before);
  };
  await client.expectOk(client.post("/User/profile", { antiPhishingCode: PHRASE }));
  const payment = { kind: "payment", code: await code("payment"), newPassword: PAYMENT_PASSWORD };
  await client.expectOk(client.post("/user/resetpwd", payment));
  const transfer = { asset: "USDT", from: "main", to: "coin", amount: "1" };
  await client.post("/Wallet/transfer", { ...transfer, paymentPassword: PAYMENT_PASSWORD });
  await client.post("/Wallet/transfer", { ...transfer, paymentPassword: 918_273 });
  await client.post("/user/login", { account: email, password: WRONG_PASSWORD });

  const { secret } = await client.expectOk(client.post("/user/totp", { action: "begin" }));
  secrets.add("one-time secret", secret);
  const enable = { action: "enable", totp: generateSync({ secret }), password: PASSWORD };
  const { recoveryCodes } = await client.expectOk(client.post("/user/totp", enable));
  for (const recoveryCode of recoveryCodes) secrets.add("recovery code", recoveryCode);
  const present = { password: PASSWORD, secondFactor: { totp: recoveryCodes[4] } };
  const { options } = await client.expectOk(client.post("/user/passkey", { action: "begin", ...present }));
  const key = new SoftwareAuthenticator();
  const credential = key.create(options, { origin: "http://elsewhere.example" });
  await client.post("/user/passkey", { action: "finish", credential });

  const apiKey = { action: "create", password: PASSWORD, secondFactor: { totp: recoveryCodes[3] } };
  const made = await client.expectOk(client.post("/user/apiKey", apiKey));
  secrets.add("secret of an API key", made.secret);
  secrets.add("API key", made.apiKey);

  const secondFactor = { totp: recoveryCodes[0] };
  const withdrawal = { asset: "USDT", chain: "evm-31337", address: `0x${"52".repeat(20)}`, amount: "20" };
  const proofs = { paymentPassword: PAYMENT_PASSWORD, secondFactor: { totp: recoveryCodes[2] } };
  await client.post("/Wallet/withdrawal", { ...withdrawal, ...proofs });
  await client.post("/Wallet/addSite", { chain: "evm-31337", address: withdrawal.address, ...proofs });
  const change = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD, secondFactor };
  await client.expectOk(client.post("/user/resetpwd", change));
  const login = { account: email, password: NEW_PASSWORD, secondFactor: { totp: recoveryCodes[1] } };
  const session = await client.expectOk(client.post("/user/login", login));
  secrets.add("token", session.token);
  await client.expectOk(client.post("/user/logout", { all: true }));
}

/** Provokes log output: rejected mails, malformed bodies, misplaced tokens. */
async function provoked(server: ServerProcess): Promise<void> {
  const client = new WireClient(server.url);
  const refused = await client.post("/ems/send", { email: "refused@example.org", event: "register" });
  expect(refused.code).toBe(209);
  const token = secrets.add("token in a URL", "T".repeat(20) + "q".repeat(23));
  await fetch(`${server.url}/api/wallet/index?token=${token}`);
  await fetch(`${server.url}/nowhere/${token}`);
  await fetch(`${server.url}/api/user/login`, { method: "POST", body: `data=${PASSWORD}%%%` });
  await fetch(`${server.url}/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ password: PASSWORD }),
  });
}

/** Adds the keys that the server generated for itself. */
function addKeysOf(home: string): void {
  for (const name of globSync("**/*{key,seed,secret,mnemonic}*", { cwd: home })) {
    const file = path.join(home, name);
    if (!statSync(file).isFile() || statSync(file).size > 4_096) continue;
    const text = readFileSync(file, "latin1").trim();
    if (/^[\x20-\x7e]{16,}$/.test(text)) secrets.add(`file ${name}`, text);
  }
}

test("AUTH-23 no secret, code or token is in any log line of a whole run at trace level", async () => {
  const home = temporaryHome();
  onTestFinished(() => removeHome(home));
  const mail = await LocalMailServer.start();
  onTestFinished(() => mail.stop());
  for (const [what, secret] of Object.entries({
    PASSWORD,
    NEW_PASSWORD,
    PAYMENT_PASSWORD,
    PHRASE,
    WRONG_PASSWORD,
  }))
    secrets.add(what, secret);
  secrets.add("password of the mail server", "opensesame");
  const server = await startServer(home, {
    LOG_LEVEL: "trace",
    CANDOR_SMTP_URL: mail.url,
    CANDOR_OUTBOX: "local",
  });
  onTestFinished(async () => {
    await server.stop("SIGKILL");
  });
  await livedThrough(server, mail);
  await provoked(server);
  addKeysOf(home);
  const { priceSecret } = JSON.parse(readFileSync(path.join(home, "instance.json"), "utf8")) as {
    priceSecret: string;
  };
  secrets.add("secret of the simulated prices", priceSecret);
  const link = readFileSync(path.join(home, "outbox-link.txt"), "utf8");
  secrets.add("token of the outbox", /token=([\w-]+)/.exec(link)?.[1] ?? "");
  expect(statSync(path.join(home, "outbox-link.txt")).mode & 0o777).toBe(0o600);
  await server.stop("SIGINT");
  const log = server.output();
  expect(log).toContain("Candor is ready");
  expect(log).toContain("verification code not sent");
  expect(secrets.size).toBeGreaterThanOrEqual(20);
  expect(secrets.foundIn(log)).toEqual([]);
  expect(secrets.foundIn(`{"msg":"${PHRASE}"}`)).toHaveLength(1);
});
