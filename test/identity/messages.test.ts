import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { LANGUAGE_TAGS, LANGUAGES } from "@candor/domain/enumerations";
import { CATALOGUES } from "@candor/wire/translations/messages";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { LocalMailServer } from "../support/identity/local-mail-server.ts";
import { CALLER, errorOf, given, IdentityUnderTest } from "./support.ts";

const EMAIL = "ada@example.org";
const FROM = "Candor <no-reply@candor.example>";
const PHONE = "+4915112345678";

let people: IdentityUnderTest;
afterEach(() => people.remove());

async function mailServer(): Promise<LocalMailServer> {
  const mail = await LocalMailServer.start();
  onTestFinished(() => mail.stop());
  return mail;
}

const sendCode = (email: string, language: (typeof LANGUAGES)[number] = "en") =>
  people.identity.sendCode({ ...CALLER, language }, undefined, {
    channel: "ems",
    to: email,
    event: "register",
  });
const withMail = (mail: LocalMailServer, report: (error: unknown) => void = () => undefined) =>
  new IdentityUnderTest({ delivery: { smtp: { url: mail.url, from: FROM }, sms: undefined }, report });

test("AUTH-15 a mail goes out by SMTP as plain text and simple HTML, in each of the eleven languages", async () => {
  const mail = await mailServer();
  people = withMail(mail);
  for (const language of LANGUAGES) {
    given(await sendCode(`${language}@example.org`, language));
    const received = mail.mails.at(-1);
    expect(received?.to).toBe(`${language}@example.org`);
    expect(received?.headers).toMatchObject({
      from: FROM,
      "content-language": LANGUAGE_TAGS[language],
      "auto-submitted": "auto-generated",
    });
    const code = /\b[0-9]{6}\b/.exec(received?.text ?? "")?.[0] ?? "none";
    const words = CATALOGUES[language].codeMessage;
    expect(received?.text).toContain(words.register.replace("{code}", code));
    expect(received?.text).toContain(words.warning);
    expect(received?.html).toContain(`<html lang="${LANGUAGE_TAGS[language]}">`);
    expect(received?.html).toContain(`>${code}</strong>`);
    expect(received?.html).not.toMatch(/<script|<img|https?:/);
  }
  expect(mail.logins[0]).toBe("desk opensesame");
  expect(people.identity.outbox.list(10)).toEqual([]);
});

test("AUTH-15 a code of a mail opens the account; 209 when the mail server refuses, without the address in the report", async () => {
  const mail = await mailServer();
  const reports: unknown[] = [];
  people = withMail(mail, (error) => reports.push(error));
  expect(errorOf(await sendCode("refused@example.org"))).toBe("user.sendFailed");
  expect(String(reports[0])).toMatch(/^SendError: delivery failed: .*550/);
  expect(JSON.stringify(reports[0], Object.getOwnPropertyNames(reports[0]))).not.toContain("refused@");
  given(await sendCode(EMAIL));
  const code = /\b[0-9]{6}\b/.exec(mail.mails[0]?.text ?? "")?.[0];
  const { houseCode } = people.identity;
  given(
    await people.identity.register(CALLER, {
      email: EMAIL,
      password: "kestrel7",
      code,
      invitationCode: houseCode,
    }),
  );
});

test("AUTH-15 209 when there is no mail server", async () => {
  const mail = await LocalMailServer.start();
  people = withMail(mail);
  await mail.stop();
  expect(errorOf(await sendCode(EMAIL))).toBe("user.sendFailed");
});

test("AUTH-15 a user's text cannot become HTML of a mail", async () => {
  const mail = await mailServer();
  people = new IdentityUnderTest();
  const { userId } = await people.register(EMAIL);
  await people.identity.changeProfile(userId, { antiPhishingCode: "<b>&\"heron'</b>" });
  people.reopen({ delivery: { smtp: { url: mail.url, from: FROM }, sms: undefined } });
  given(await people.identity.sendCode(CALLER, userId, { channel: "ems", to: undefined, event: "reset" }));
  expect(mail.mails[0]?.text).toContain("<b>&\"heron'</b>");
  expect(mail.mails[0]?.html).toContain("&lt;b&gt;&amp;&quot;heron&#39;&lt;/b&gt;");
});

test("AUTH-15 phone messages go to the operator's provider over HTTP; 209 for any answer but a 2xx", async () => {
  const taken: unknown[] = [];
  let status = 202;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const { authorization, "content-type": type } = request.headers;
      taken.push({ method: request.method, authorization, type, body: JSON.parse(body) as unknown });
      response.writeHead(status, { location: "http://127.0.0.1:1/" }).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`;
  people = new IdentityUnderTest({ delivery: { smtp: undefined, sms: { url, token: "key" } } });
  const send = () =>
    people.identity.sendCode({ ...CALLER, language: "pl" }, undefined, {
      channel: "sms",
      to: PHONE,
      event: "register",
    });
  given(await send());
  expect(taken).toEqual([
    {
      method: "POST",
      authorization: "Bearer key",
      type: "application/json",
      body: { to: PHONE, language: "pl", text: expect.stringMatching(/[0-9]{6}/) as string },
    },
  ]);
  for (const refusal of [500, 404, 302]) {
    people.time.ms += 61_000;
    status = refusal;
    expect(errorOf(await send()), String(refusal)).toBe("user.sendFailed");
  }
});

test("AUTH-16 changes that a thief could make are reported by mail, with phrase, time and hold, in the user's language", async () => {
  people = new IdentityUnderTest();
  const session = await people.register(EMAIL);
  const { userId } = session;
  await people.identity.changeProfile(userId, { lang: "de", antiPhishingCode: "blauer Reiher" });
  const newest = () => people.identity.outbox.list(1)[0];
  const reset = { kind: "login", oldPassword: "kestrel7", newPassword: "kestrel9" } as const;
  given(await people.identity.resetPassword(CALLER, session, reset));
  expect(newest()).toMatchObject({ to: EMAIL, channel: "ems", subject: "Sicherheit Ihres Candor-Kontos" });
  expect(newest()?.text.split("\n")).toEqual([
    "Ihr Anmeldepasswort wurde geändert. Alle anderen Geräte sind abgemeldet.",
    "Zeit: 2026-01-01 12:00 UTC",
    "Auszahlungen ruhen bis 2026-01-02 12:00 UTC.",
    CATALOGUES.de.securityMessage.notYou,
    expect.stringMatching(
      /sperren Sie Ihr Konto: http:\/\/localhost:8080\/#\/pages\/freeze\?token=[0-9]+\.[\w-]{43} \(7/,
    ),
    "Ihr Anti-Phishing-Code: blauer Reiher",
  ]);
  given(
    await people.identity.logIn(
      { ...CALLER, address: "198.51.100.9" },
      { account: EMAIL, password: "kestrel9", deviceName: "Firefox on Linux" },
    ),
  );
  expect(newest()?.text).toContain("Anmeldung auf einem neuen Gerät: Firefox on Linux (198.51.*.*)");
  const known = people.identity.outbox.list(100).length;
  given(
    await people.identity.logIn(
      { ...CALLER, address: "198.51.100.9" },
      { account: EMAIL, password: "kestrel9", deviceName: "Firefox on Linux" },
    ),
  );
  expect(people.identity.outbox.list(100).length).toBe(known);
});

test("AUTH-16 a replaced contact is notified of the new one, masked", async () => {
  people = new IdentityUnderTest();
  const { userId } = await people.register(EMAIL);
  const target = "thief@example.com";
  for (const to of [target, EMAIL])
    given(await people.identity.sendCode(CALLER, userId, { channel: "ems", to, event: "bind" }));
  const codes = { code: people.codeOf(target), oldCode: people.codeOf(EMAIL) };
  given(await people.identity.bindContact(CALLER, userId, { kind: "email", target, ...codes }));
  const [told] = people.identity.outbox.list(1);
  expect(told?.to).toBe(EMAIL);
  expect(told?.text).toContain("t***f@example.com");
});
