import fc from "fast-check";
import { expect, test } from "vitest";
import { decodePayloadText } from "./decode-payload.ts";

/** Reference implementation with the platform's own functions. */
function decodeReference(text: string): string | undefined {
  if (!/^[A-Za-z0-9+/]*$/.test(text) || text.length % 4 === 1) return undefined;
  const bytes = Buffer.from(text, "base64");
  try {
    return decodeURIComponent(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

test("WIRE-01 decoding reverses encodeURIComponent and base64 for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      const base64 = Buffer.from(encodeURIComponent(text)).toString("base64");
      expect(decodePayloadText(base64)).toBe(text);
      expect(decodePayloadText(base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""))).toBe(
        text,
      );
    }),
  );
});

test("WIRE-01 any base64 at all decodes as the platform's functions would, or not at all", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const base64 = Buffer.from(bytes).toString("base64").replaceAll("=", "");
      const expected = decodeReference(base64);
      // Bytes that become valid text only after percent-decoding are accepted too.
      if (expected !== undefined) expect(decodePayloadText(base64)).toBe(expected);
      else expect(Buffer.from(bytes).includes("%") || decodePayloadText(base64) === undefined).toBe(true);
    }),
  );
});

test.each(["%", "%4", "%zz", "a%2", "%E0%A4", "%ED%A0%80", "%C0%80", "%ff"])(
  "WIRE-01 %j is no percent-encoded UTF-8",
  (text) => {
    expect(decodePayloadText(Buffer.from(text).toString("base64"))).toBeUndefined();
  },
);

test.each(["A", "AAAAA", "A=A=", "QQ==QQ==", "Q\nQ", "QUJD!", "QUJD===", "é"])(
  "WIRE-01 %j is no base64",
  (text) => {
    expect(decodePayloadText(text)).toBeUndefined();
  },
);
