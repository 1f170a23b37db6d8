import { X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { objectId, time } from "./der.ts";
import { makeSelfSignedCertificate } from "./self-signed-certificate.ts";

const YEAR_MS = 365 * 86_400_000;
const NOW_MS = Date.UTC(2026, 10, 27, 12);

test("SBOX-34 a certificate has its names, its time and its own signature, and is no authority", () => {
  const hosts = ["api.candor.localhost", "localhost"];
  const { certificate, key } = makeSelfSignedCertificate({
    commonName: "Candor sandbox",
    hosts,
    addresses: ["127.0.0.1"],
    nowMs: NOW_MS,
    lifetimeMs: 10 * YEAR_MS,
  });
  const read = new X509Certificate(certificate);
  expect(read.subject).toBe("CN=Candor sandbox");
  expect(read.issuer).toBe(read.subject);
  expect(read.subjectAltName).toBe("DNS:api.candor.localhost, DNS:localhost, IP Address:127.0.0.1");
  expect(read.ca).toBe(false);
  expect(read.verify(read.publicKey)).toBe(true);
  expect(key).toContain("PRIVATE KEY");
  expect(read.validFromDate.getTime()).toBe(NOW_MS - 3_600_000);
  expect(read.validToDate.getTime()).toBe(NOW_MS + 10 * YEAR_MS);
  expect(read.checkHost("api.candor.localhost")).toBe("api.candor.localhost");
  expect(read.checkHost("fapi.candor.localhost")).toBeUndefined();
  expect(read.checkIP("127.0.0.1")).toBe("127.0.0.1");
  expect(read.serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/);
});

test("SBOX-34 each certificate has a key and a number of its own", () => {
  const make = () =>
    new X509Certificate(
      makeSelfSignedCertificate({
        commonName: "Candor sandbox",
        hosts: ["localhost"],
        addresses: [],
        nowMs: NOW_MS,
        lifetimeMs: YEAR_MS,
      }).certificate,
    );
  const [a, b] = [make(), make()];
  expect(a.serialNumber).not.toBe(b.serialNumber);
  expect(a.verify(b.publicKey)).toBe(false);
});

test("SBOX-34 identifiers and times are encoded as in the standards", () => {
  // RFC 5758, 3.2, and X.690, 8.19.
  expect(objectId("1.2.840.10045.4.3.2").toString("hex")).toBe("06082a8648ce3d040302");
  expect(time(Date.UTC(2049, 11, 31, 23, 59, 59)).toString("latin1")).toBe("\x17\x0d491231235959Z");
  expect(time(Date.UTC(2050, 0, 1)).toString("latin1")).toBe("\x18\x0f20500101000000Z");
});
