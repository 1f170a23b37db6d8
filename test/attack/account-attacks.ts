import { setTimeout as sleep } from "node:timers/promises";
import { generateSync } from "otplib";
import { askSigned } from "../support/wire/binance-bot.ts";
import type { Arena, Person } from "./arena.ts";
import { type Attack, expectAttackFails } from "./attack.ts";

const NEW_PASSWORD = "second42x";
const STRANGERS = 90;
const TRANSFERS = 10;
const TOO_OFTEN = 212;
const SHUT_OUT_MS = 20_000;
const WRONG_EVERY_MS = 700;

const wrongLogin = (arena: Arena, account: string, address?: string) =>
  arena.visitor(address).post("/user/login", { account, password: "wrong42x" });

const strangersFlood: Attack = {
  name: "strangers-flood",
  goal: "stop transfers and logins by strangers' logins, each from another address",
  async run(arena) {
    const [victim] = await arena.traders(1, "coin", "1000");
    const end = new AbortController();
    let tries = 0;
    const strangers = Array.from({ length: STRANGERS }, async () => {
      while (!end.signal.aborted) {
        tries++;
        await wrongLogin(arena, `nobody-${tries}@example.com`).catch(() => sleep(10));
      }
    });
    try {
      for (let done = 0; done < TRANSFERS; done++) {
        const moved = await victim.transfer({ asset: "USDT", from: "coin", to: "main", amount: "2" });
        expectAttackFails(
          moved.code === 1,
          `transfer ${done + 1} was refused with ${moved.code} ${moved.msg}`,
        );
      }
      const back = await victim.call("/user/login", { account: victim.email, password: victim.password });
      expectAttackFails(back.code === 1, `the owner's login was refused with ${back.code} ${back.msg}`);
    } finally {
      end.abort();
      await Promise.all(strangers);
    }
    return `${TRANSFERS} transfers and a login passed during ${tries} logins of strangers`;
  },
};

const shutOut: Attack = {
  name: "shut-out",
  goal: "keep an owner out of their account by wrong passwords from two addresses",
  async run(arena) {
    const owner = await arena.person();
    const [left, right] = ["203.0.113.7", "203.0.113.99"];
    const end = Date.now() + SHUT_OUT_MS;
    let wrong = 0;
    let passed = 0;
    while (Date.now() < end) {
      await wrongLogin(arena, owner.email, wrong % 2 === 0 ? left : right);
      wrong++;
      await sleep(WRONG_EVERY_MS);
      if (wrong % 5 !== 0) continue;
      // A browser without a session, in the owner's network.
      const browser = arena.visitor(owner.address);
      const back = await browser.post("/user/login", { account: owner.email, password: owner.password });
      expectAttackFails(
        back.code === 1,
        `after ${wrong} wrong passwords the owner got ${back.code} ${back.msg}`,
      );
      passed++;
    }
    return `${passed} of ${passed} logins of the owner passed among ${wrong} wrong ones`;
  },
};

async function resetPassword(arena: Arena, person: Person): Promise<void> {
  const stranger = arena.visitor();
  await stranger.expectOk(stranger.post("/ems/send", { email: person.email, event: "reset" }));
  const code = await stranger.newestCode(person.email);
  const payload = { kind: "login", account: person.email, code, newPassword: NEW_PASSWORD };
  await stranger.expectOk(stranger.post("/user/resetpwd", payload));
}

const keyAfterReset: Attack = {
  name: "key-after-reset",
  goal: "go on trading with an API key or a session after the owner has reset the password",
  async run(arena) {
    const owner = await arena.person();
    const { password } = owner;
    const made = await owner.ok("/user/apiKey", {
      action: "create",
      password,
      permissions: ["read", "trade"],
    });
    const key = { apiKey: made.apiKey, apiKeyId: "", secret: made.secret };
    const before = await askSigned(key, "GET", `${arena.url}/api/v3/account`);
    expectAttackFails(before.status === 200, `the key never worked: ${JSON.stringify(before)}`);
    await resetPassword(arena, owner);
    const after = await askSigned(key, "GET", `${arena.url}/api/v3/account`);
    expectAttackFails(after.status === 401, `the key still answers ${after.status} after the reset`);
    const session = await owner.client.get("/wallet/index");
    expectAttackFails(session.code === 401, `the old session still answers ${session.code}`);
    return "key and session ended with the reset";
  },
};

const silentWithdrawal: Attack = {
  name: "silent-withdrawal",
  goal: "add an address and withdraw without a word to the owner",
  async run(arena) {
    const [owner] = await arena.traders(1, "main", "1000");
    const address = "0x52908400098527886E0F7030069857D2E4169EE7";
    const before = (await owner.client.outbox(owner.email)).length;
    const payment = { paymentPassword: "135790" };
    await owner.ok("/Wallet/addSite", { chain: owner.chain, address, label: "mine", ...payment });
    const added = (await owner.client.outbox(owner.email)).length;
    expectAttackFails(added > before, "no mail tells of the new address");
    const paid = await owner.withdraw({ asset: "USDT", chain: owner.chain, address, amount: "100" });
    expectAttackFails(paid.code === 1, `the withdrawal was refused with ${paid.code}`);
    const asked = (await owner.client.outbox(owner.email)).length;
    expectAttackFails(asked > added, "no mail tells of the requested withdrawal");
    return "both were announced by mail at once";
  },
};

const secondPasskey: Attack = {
  name: "factor-without-factor",
  goal: "add a passkey to an account with one-time codes by its password alone",
  async run(arena) {
    const owner = await arena.person();
    const { password } = owner;
    const { secret } = await owner.ok("/user/totp", { action: "begin", password });
    const totp = generateSync({ secret });
    await owner.ok("/user/totp", { action: "enable", password, totp });
    const begun = await owner.call("/user/passkey", { action: "begin", password });
    expectAttackFails(begun.code !== 1, "a passkey was begun without a one-time code");
    return `refused with ${begun.code} ${begun.data.error}`;
  },
};

const forgedMailLine: Attack = {
  name: "forged-mail-line",
  goal: "write lines of one's own into the mail that warns of a login",
  async run(arena) {
    const owner = await arena.person();
    const stranger = arena.visitor();
    const deviceName = "a\nYour code is 123456\u202E";
    await stranger.post("/user/login", { account: owner.email, password: owner.password, deviceName });
    await sleep(1_000);
    const mails = await owner.client.outbox(owner.email);
    const forged = mails.some(({ text }) => /^Your code is 123456/m.test(text) || text.includes("\u202E"));
    expectAttackFails(!forged, "the mail has the attacker's line in it");
    return "no mail has the attacker's line in it";
  },
};

const openOutbox: Attack = {
  name: "open-outbox",
  goal: "read everybody's codes in the outbox as a proxy's client",
  async run(arena) {
    for (const host of ["exchange.example", "localhost:8080", "127.0.0.1:8080"]) {
      const answer = await fetch(`${arena.url}/api/Sandbox/outbox`, {
        headers: { "x-forwarded-host": host },
      });
      const { code } = (await answer.json()) as { code: number };
      expectAttackFails(code !== 1, `the outbox answers without a token (${host})`);
      const page = await fetch(`${arena.url}/outbox`, { redirect: "manual" });
      expectAttackFails(page.status !== 200, "the page of the outbox opens without a token");
    }
    return "closed without its token";
  },
};

const wideNetwork: Attack = {
  name: "ipv6-48",
  goal: "get past the limits by address with the 65,536 networks of one IPv6 /48",
  async run(arena) {
    let refused = 0;
    for (let network = 0; network < 200; network++) {
      const address = `2001:db8:77:${network.toString(16)}::1`;
      const answer = await wrongLogin(arena, `nobody-${network}@example.com`, address);
      if (answer.code === TOO_OFTEN) refused++;
    }
    expectAttackFails(refused > 0, "200 logins from 200 /64 of one /48 all passed the limit");
    return `${refused} of 200 logins from 200 /64 were refused`;
  },
};

export const ACCOUNT_ATTACKS: readonly Attack[] = [
  strangersFlood,
  shutOut,
  keyAfterReset,
  silentWithdrawal,
  secondPasskey,
  forgedMailLine,
  openOutbox,
  wideNetwork,
];
