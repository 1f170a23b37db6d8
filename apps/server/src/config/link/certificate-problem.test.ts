import { expect, test } from "vitest";
import { HAS_OPENSSL } from "../../../../../test/support/link/link-certificates.ts";
import { TestAuthority, WITHOUT_OPENSSL } from "../../../../../test/support/link/test-authority.ts";
import type { PeerRole } from "../../kit/link/peer-role.ts";
import { certificateProblem } from "./certificate-problem.ts";

const DAY_MS = 86_400_000;
const LIFE_DAYS = 825;

test.skipIf(!HAS_OPENSSL)(
  `CLUS-84 a certificate that others would refuse is named at the start${WITHOUT_OPENSSL}`,
  () => {
    const authority = new TestAuthority();
    const one = authority.identityOf("one");
    const gateway = authority.identityOf("gateway-1");
    const two = authority.identityOf("two");
    const foreign = new TestAuthority().identityOf("one");
    const now = Date.now();
    const text = Buffer.from("text");
    const problemOf = (identity: typeof one, atMs = now, role?: PeerRole): string => {
      const problem = certificateProblem(identity, role, atMs);
      return problem === undefined ? "" : `${problem.file}: ${problem.why}`;
    };
    expect(problemOf(one)).toBe("");
    expect(problemOf({ ...one, ca: Buffer.concat([foreign.ca, one.ca]) })).toBe("");
    expect(problemOf({ ...one, ca: text })).toMatch(/^ca: it has no certificate/);
    expect(problemOf({ ...one, certificate: one.key })).toMatch(/^certificate: it has no certificate/);
    expect(problemOf({ ...one, key: text })).toMatch(/^key: it has no private key/);
    expect(problemOf({ ...one, key: two.key })).toBe("key: it is not the key of the certificate");
    expect(problemOf({ ...one, ca: foreign.ca })).toMatch(/^certificate: it is not signed by the authority/);
    expect(problemOf(one, now + (LIFE_DAYS - 1) * DAY_MS)).toBe("");
    expect(problemOf(one, now + (LIFE_DAYS + 1) * DAY_MS)).toMatch(/^certificate: it expired on /);
    expect(problemOf(one, now, "core")).toBe(
      "certificate: it is for one, not for a core (name: core or core-…)",
    );
    expect(problemOf(gateway, now, "core")).toMatch(/^certificate: it is for gateway-1,/);
    expect(problemOf(gateway, now, "gateway")).toBe("");
    expect(problemOf(one, now - 2 * DAY_MS)).toMatch(/^certificate: it is valid only from /);
  },
);
