import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readEnvironment } from "@candor/server/config/environment";
import { builtInListing } from "@candor/server/config/exchange-listing";
import { checkSettings } from "@candor/server/start/composition/check-settings";
import { afterEach, describe, expect, test } from "vitest";
import { CONTRACT_CACHE } from "../support/chain/contract-cache.ts";
import { HAS_OPENSSL } from "../support/link/link-certificates.ts";
import { TestAuthority, WITHOUT_OPENSSL } from "../support/link/test-authority.ts";
import { freePort } from "../support/server/free-port.ts";
import { type RoleProcess, runRoleToEnd, startRole } from "../support/server/run-role.ts";
import { QUIET, runToEnd, type ServerProcess, startServer } from "../support/server/run-server.ts";
import { COMPILE_CACHE, temporaryDirectory } from "./chain-world.ts";

const PUBLISHED = "test test test test test test test test test test test junk";

const leftOver: (() => unknown)[] = [];
afterEach(async () => {
  for (const clear of leftOver.splice(0).toReversed()) await clear();
});

describe.skipIf(!HAS_OPENSSL)(`signer and chain as roles${WITHOUT_OPENSSL}`, () => {
  const prepare = (): { readonly home: string; readonly of: (name: string) => Record<string, string> } => {
    const home = temporaryDirectory();
    const authority = new TestAuthority();
    leftOver.push(
      () => rmSync(home, { recursive: true, force: true }),
      () => rmSync(authority.directory, { recursive: true, force: true }),
    );
    return {
      home,
      of: (name) => ({
        ...COMPILE_CACHE,
        ...authority.variablesOf(name),
        CANDOR_HOME: path.join(home, name),
        CANDOR_CACHE: CONTRACT_CACHE,
      }),
    };
  };
  const start = async (role: "signer" | "chain", variables: Record<string, string>): Promise<RoleProcess> => {
    const started = await startRole(role, variables);
    leftOver.push(() => started.stop("SIGKILL"));
    return started;
  };

  test("SIGN-09 CLUS-05 a sandbox uses both: its home has no seed, its health shows the signer, both end with 0 on Ctrl-C", async () => {
    const { home, of } = prepare();
    const metricsPort = String(await freePort());
    const [signer, chain] = await Promise.all([
      start("signer", { ...of("signer"), METRICS_PORT: metricsPort }),
      start("chain", of("chain")),
    ]);
    const server = await startServer(path.join(home, "core"), {
      ...of("core"),
      ...QUIET,
      CANDOR_HOME: path.join(home, "core"),
      CANDOR_SIGNER: `127.0.0.1:${signer.port}`,
      CANDOR_DEVELOPMENT_CHAIN: `127.0.0.1:${chain.port}`,
    });
    leftOver.push(() => server.stop("SIGKILL"));
    expect(server.output()).toContain("signer ready");
    expect(existsSync(path.join(home, "core", "signer"))).toBe(false);
    expect(existsSync(path.join(home, "core", "chain", "development"))).toBe(false);
    expect(existsSync(path.join(home, "signer", "signer", "seed"))).toBe(true);
    // Until its first read after a start, a chain is paused.
    await expect.poll(() => chainOf(server)).toMatchObject({ paused: null });
    const metrics = `http://127.0.0.1:${metricsPort}`;
    const shown = (await (await fetch(`${metrics}/healthz`)).json()) as object;
    expect(shown).toEqual({ ready: true, role: "signer", term: 0, cores: ["core"] });
    const figures = await (await fetch(`${metrics}/metrics`)).text();
    expect(figures).toMatch(/candor_signer_requests_total\{kind="open-asset"\} 2/);
    expect(figures).toContain("candor_signer_cores 1");
    expect((await fetch(`${metrics}/`)).status).toBe(404);
    expect(await server.stop("SIGTERM")).toBe(0);
    expect(await signer.stop("SIGINT")).toBe(0);
    expect(await chain.stop("SIGTERM")).toBe(0);
  }, 180_000);

  test("SIGN-09 unusable settings end a role with 2 and are reported by name, without the seed", async () => {
    const { home, of } = prepare();
    const cases: readonly (readonly [string, Record<string, string>, string])[] = [
      ["signer", { ...of("signer"), CANDOR_LINK: "" }, "CANDOR_LINK is required for this role"],
      ["signer", { ...of("signer"), CANDOR_LINK: "8443" }, "CANDOR_LINK must have the form host:port"],
      ["signer", { ...of("signer"), CANDOR_LINK_KEY: "" }, "CANDOR_LINK_KEY is required"],
      [
        "signer",
        { ...of("signer"), CANDOR_LINK_CA: path.join(home, "none") },
        "CANDOR_LINK_CA cannot be read: ENOENT",
      ],
      ["signer", { ...of("signer"), CANDOR_MODE: "demo" }, "CANDOR_MODE must be one of sandbox, live"],
      [
        "signer",
        { ...of("signer"), CANDOR_MODE: "live" },
        "CANDOR_SIGNER_MNEMONIC_FILE is required in live mode",
      ],
      [
        "signer",
        { ...of("signer"), CANDOR_MODE: "live", CANDOR_SIGNER_MNEMONIC: PUBLISHED },
        "CANDOR_SIGNER_MNEMONIC must not be",
      ],
      [
        "signer",
        { ...of("signer"), CANDOR_SIGNER_LIMITS: "USDT" },
        "CANDOR_SIGNER_LIMITS must have the form",
      ],
      ["signer", { ...of("signer"), CANDOR_SIGNER_FORGET_TERM: "-1" }, "CANDOR_SIGNER_FORGET_TERM must be"],
      ["signer", { ...of("signer"), METRICS_PORT: "99999" }, "METRICS_PORT must be a port number"],
      ["chain", { ...of("chain"), CANDOR_MODE: "live" }, "CANDOR_ROLE must not be chain in live mode"],
      ["custody", of("custody"), "CANDOR_SIGNER is required for this role"],
      ["custody", { ...of("custody"), CANDOR_SIGNER: "a:1" }, "CANDOR_DEVELOPMENT_CHAIN is required"],
      [
        "custody",
        { ...of("custody"), CANDOR_SIGNER: "a:1", CANDOR_MODE: "live" },
        "CANDOR_CHAIN_RPC is required for this role in live mode",
      ],
      [
        "custody",
        { ...of("signer"), CANDOR_SIGNER: "a:1", CANDOR_DEVELOPMENT_CHAIN: "b:2" },
        "CANDOR_LINK_CERTIFICATE cannot be used",
      ],
    ];
    for (const [role, variables, words] of cases) {
      const { code, output } = await runRoleToEnd(role, variables);
      expect([words, code, output.includes(words)], output).toEqual([words, 2, true]);
      expect(output).not.toContain("junk");
    }
  }, 180_000);

  test("SIGN-09 a core rejects a signer that does not answer, settings of the signer, and a seed of its own, before it creates anything", async () => {
    const { home, of } = prepare();
    const core = path.join(home, "core");
    const settings = { ...of("core"), ...QUIET, CANDOR_HOME: core, CANDOR_SIGNER: "127.0.0.1:9" };
    const mixed = await runToEnd(core, { ...settings, CANDOR_SIGNER_MNEMONIC: PUBLISHED });
    expect(mixed.code).toBe(2);
    expect(mixed.output).toContain("CANDOR_SIGNER_MNEMONIC must be set on the signer's machine only");
    const both = await runToEnd(core, { ...settings, CANDOR_LINK_CA: "" });
    expect([both.code, both.output.includes("CANDOR_LINK_CA is required")]).toEqual([2, true]);
    const down = await runToEnd(core, settings);
    expect(down.output).toMatch(
      /CANDOR_SIGNER names a signer that does not answer this core: .*ECONNREFUSED/,
    );
    expect(existsSync(path.join(core, "instance.json"))).toBe(false);
    mkdirSync(path.join(core, "signer"), { recursive: true });
    writeFileSync(path.join(core, "signer", "seed"), "");
    const own = await runToEnd(core, settings);
    expect(own.output).toContain("CANDOR_SIGNER is set, but this home has a signer of its own");
  }, 180_000);
});

test("SIGN-09 a core of a live cluster needs a signer elsewhere: each core's own would not know the other's nonces", async () => {
  const home = temporaryDirectory();
  leftOver.push(() => rmSync(home, { recursive: true, force: true }));
  const file = path.join(home, "chain.json");
  const amounts = { minDeposit: "0.001", withdrawalFee: "0.001", minWithdrawal: "0.01", maxWithdrawal: "20" };
  const assets = [{ symbol: "ETH", token: null, decimals: 18, ...amounts }];
  writeFileSync(file, JSON.stringify({ chainId: 1, name: "Ethereum", assets }));
  const environment = readEnvironment({
    CANDOR_MODE: "live",
    CANDOR_PRICES: "public",
    CANDOR_ROLE: "core",
    CANDOR_JOURNAL_URL: "postgres://candor@127.0.0.1:9/candor",
    DATABASE_URL: "postgres://candor@127.0.0.1:9/candor",
    CANDOR_HOME: path.join(home, "core"),
    CANDOR_CHAIN_RPC: "http://127.0.0.1:9",
    CANDOR_CHAIN_FILE: file,
  });
  await expect(checkSettings(environment, builtInListing("live"))).rejects.toThrow(
    "CANDOR_SIGNER is required here: all cores of an exchange must use one signer",
  );
});

async function chainOf({ url }: ServerProcess): Promise<unknown> {
  const health = (await (await fetch(`${url}/healthz`)).json()) as { readonly chains?: readonly unknown[] };
  return health.chains?.[0];
}
