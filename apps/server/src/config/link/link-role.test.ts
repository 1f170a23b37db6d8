import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HAS_OPENSSL } from "../../../../../test/support/link/link-certificates.ts";
import { TestAuthority, WITHOUT_OPENSSL } from "../../../../../test/support/link/test-authority.ts";
import { MEMORY_DISK } from "../../../../../test/support/memory-disk.ts";
import { readEnvironment } from "../environment.ts";
import { readLinkRole } from "./link-role.ts";

let directory = "";
let broken: Readonly<Record<string, string>>;
beforeAll(() => {
  directory = mkdtempSync(join(MEMORY_DISK, "candor-files-"));
  const file = join(directory, "some.pem");
  writeFileSync(file, "PEM");
  broken = { CANDOR_LINK_CA: file, CANDOR_LINK_CERTIFICATE: file, CANDOR_LINK_KEY: file };
});
afterAll(() => rmSync(directory, { recursive: true }));

test.skipIf(!HAS_OPENSSL)(
  `CONF-01 the settings of a gateway process and of its core are read${WITHOUT_OPENSSL}`,
  () => {
    const authority = new TestAuthority();
    const files = authority.variablesOf("gateway-1");
    const gateway = readLinkRole(
      {
        ...files,
        CANDOR_NODE: "gateway-1",
        CANDOR_CORE: "core-1.example:7000, [::1]:7001",
        CANDOR_LINK_SECRET: "sixteen letters!",
      },
      "gateway",
    );
    expect(gateway).toMatchObject({
      node: "gateway-1",
      listen: undefined,
      cores: [
        { host: "core-1.example", port: 7000 },
        { host: "::1", port: 7001 },
      ],
      secret: "sixteen letters!",
    });
    expect(gateway.identity?.key.toString()).toContain("PRIVATE KEY");
    const core = readEnvironment({ ...authority.variablesOf("core-1"), CANDOR_LINK: "0.0.0.0:7000" });
    expect(core.link).toMatchObject({ listen: { host: "0.0.0.0", port: 7000 } });
    expect(core.gateways).toBe(1);
  },
);

const WRONG: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
  [
    { CANDOR_ROLE: "sidecar" },
    /^CANDOR_ROLE must be one of all, core, gateway, projector, custody, signer, chain, got "sidecar"/,
  ],
  [{ CANDOR_ROLE: "gateway" }, /^CANDOR_CORE is required/],
  [{ CANDOR_ROLE: "gateway", CANDOR_CORE: "nowhere" }, /^CANDOR_CORE must have the form host:port/],
  [{ CANDOR_ROLE: "gateway", CANDOR_CORE: "h:1" }, /^CANDOR_LINK_CA is required/],
  [{ CANDOR_LINK: "h:70000" }, /^CANDOR_LINK must have the form/],
  [{ CANDOR_LINK: "h:7000", CANDOR_LINK_CA: "/nowhere" }, /^CANDOR_LINK_CA cannot be read: ENOENT/],
  [{ CANDOR_NODE: "a b" }, /^CANDOR_NODE must be letters/],
  [{ CANDOR_LINK_SECRET: "short" }, /^CANDOR_LINK_SECRET must have at least 16 characters$/],
];

test.skipIf(!HAS_OPENSSL)(
  `CONF-02 a certificate for another role is refused at the start${WITHOUT_OPENSSL}`,
  () => {
    const authority = new TestAuthority();
    const core = authority.variablesOf("core-1");
    const gateway = authority.variablesOf("gateway-1");
    const proxy = authority.variablesOf("proxy-1");
    const asCore = { CANDOR_LINK: "h:7000" };
    const asGateway = { CANDOR_ROLE: "gateway", CANDOR_CORE: "h:7000" };
    for (const [files, settings, why] of [
      [gateway, asCore, "gateway-1, not for a core"],
      [proxy, asCore, "proxy-1, not for a core"],
      [gateway, { CANDOR_SIGNER: "h:7443" }, "gateway-1, not for a core"],
      [core, asGateway, "core-1, not for a gateway"],
      [proxy, asGateway, "proxy-1, not for a gateway"],
    ] as const)
      expect(() => readEnvironment({ ...files, ...settings })).toThrow(
        `CANDOR_LINK_CERTIFICATE cannot be used: it is for ${why}`,
      );
    readEnvironment({ ...gateway, ...asGateway, CANDOR_SIGNER: "h:7443" });
  },
);

test("CONF-02 a link's file that cannot be used is named", () => {
  expect(() => readEnvironment({ ...broken, CANDOR_LINK: "h:7000" })).toThrow(
    /^CANDOR_LINK_CA cannot be used: it has no certificate/,
  );
});

test.each(WRONG)("CONF-02 the setting that is wrong is named: %j", (variables, problem) => {
  expect(() => readEnvironment(variables)).toThrow(problem);
});
