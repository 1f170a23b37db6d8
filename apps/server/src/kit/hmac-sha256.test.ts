import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { HmacSha256Key } from "./hmac-sha256.ts";

const digestOf = (secret: string, text: string): string =>
  createHmac("sha256", secret).update(text).digest("hex");

test("RFC 4231, test case 2", () => {
  const digest = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
  const key = new HmacSha256Key("Jefe");
  expect(key.verify("what do ya want for nothing?", digest)).toBe(true);
  expect(key.verify("what do ya want for nothing?", digest.toUpperCase())).toBe(true);
  expect(key.verify("what do ya want for nothing", digest)).toBe(false);
  expect(key.verify("what do ya want for nothing?", digest.replace(/3$/, "4"))).toBe(false);
});

const SECRETS = ["", "a", "0123456789abcdef".repeat(4), `${"0123456789abcdef".repeat(4)}a`, "ü".repeat(40)];
const TEXTS = ["", "symbol=BTCUSDT", "id=müßig-日本", "é".repeat(40_000)];

test.each(SECRETS)("the digests of all texts by secret %j are those of createHmac", (secret) => {
  const key = new HmacSha256Key(secret);
  for (const text of TEXTS) {
    expect(key.verify(text, digestOf(secret, text))).toBe(true);
    expect(key.verify(`${text}x`, digestOf(secret, text))).toBe(false);
    expect(key.verify(text, digestOf(`${secret}x`, text))).toBe(false);
  }
});

test("a digest of the wrong form is refused, also after a right one", () => {
  const key = new HmacSha256Key("secret");
  const digest = digestOf("secret", "text");
  expect(key.verify("text", digest)).toBe(true);
  // Node.js reads only the lower byte of each character.
  const lookalike = digest.replaceAll(/./g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0x100));
  for (const wrong of [
    "",
    digest.slice(1),
    `${digest}0`,
    digest.slice(0, 62),
    `${digest.slice(0, 62)}zz`,
    lookalike,
  ])
    expect(key.verify("text", wrong)).toBe(false);
});
