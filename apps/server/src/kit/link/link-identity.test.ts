import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Server, TLSSocket } from "node:tls";
import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  filesOf,
  HAS_OPENSSL,
  makeCertificates,
} from "../../../../../test/support/link/link-certificates.ts";
import { MEMORY_DISK } from "../../../../../test/support/memory-disk.ts";
import { connectLink, createLinkServer, type LinkIdentity, readLinkIdentity } from "./link-identity.ts";
import type { PeerRole } from "./peer-role.ts";

const ROLES: readonly PeerRole[] = ["core", "gateway", "custody", "signer", "chain"];
/** Names of one authority. The first ones are of these roles, the others of none. */
const OF_ROLES = [...ROLES, ...ROLES.map((role) => `${role}-1`)];
const OF_NONE = ["proxy-1", "projector-1", "gateways", "my-gateway-1", "core.example"];
const NAMES = [...OF_ROLES, ...OF_NONE];

describe.skipIf(!HAS_OPENSSL)("the certificates of a link", () => {
  let directory = "";
  let server: Server;
  let port = 0;
  let served = 0;
  const refusals: string[] = [];
  const identityOf = (folder: string, name: string): LinkIdentity =>
    readLinkIdentity(filesOf(join(directory, folder), name));

  beforeAll(async () => {
    directory = mkdtempSync(join(MEMORY_DISK, "candor-pki-"));
    makeCertificates(join(directory, "own"), ...NAMES, "core-elsewhere=core.example");
    makeCertificates(join(directory, "foreign"), "core", "gateway");
    server = createLinkServer(
      identityOf("own", "core"),
      {
        "test/1": {
          clients: "gateway",
          serve: (socket) => {
            served++;
            socket.on("error", () => undefined);
            socket.end("served");
          },
        },
      },
      (why) => refusals.push(why),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.close();
    rmSync(directory, { recursive: true });
  });

  /** Resolves with what the server says, or rejects with the reason. */
  async function heard(socket: TLSSocket): Promise<string> {
    let text = "";
    socket.on("data", (data: Buffer) => (text += data.toString()));
    await once(socket, "close");
    if (text === "") throw new Error("cut");
    return text;
  }
  const dial = (identity: LinkIdentity, protocol = "test/1"): Promise<string> =>
    heard(connectLink(identity, { host: "127.0.0.1", port }, protocol, "core"));

  test("GW-18 a node of the same authority is served, by TLS 1.3", async () => {
    const socket = connectLink(identityOf("own", "gateway"), { host: "localhost", port }, "test/1", "core");
    await once(socket, "secureConnect");
    expect(socket.getProtocol()).toBe("TLSv1.3");
    expect(await heard(socket)).toBe("served");
    for (const file of ["ca.key", "core.key", "gateway.key"])
      expect(statSync(join(directory, "own", file)).mode & 0o777).toBe(0o600);
  });

  test("GW-18 a client of another authority, without a certificate, expired, or by TLS 1.2 is served nothing", async () => {
    const before = served;
    const { ca } = identityOf("own", "gateway");
    const foreign = identityOf("foreign", "gateway");
    await expect(dial({ ...foreign, ca })).rejects.toThrow();
    const none = connect({ ca, host: "127.0.0.1", port, ALPNProtocols: ["test/1"] });
    await expect(heard(none)).rejects.toThrow();
    await expect(dial({ ...identityOf("own", "gateway"), ...expired() })).rejects.toThrow();
    const { certificate: cert, key } = identityOf("own", "gateway");
    const old = connect({ ca, cert, key, host: "127.0.0.1", port, maxVersion: "TLSv1.2" });
    await expect(heard(old)).rejects.toThrow();
    await expect(dial(identityOf("own", "gateway"), "other/1")).rejects.toThrow();
    expect(served).toBe(before);
    expect(refusals.length).toBeGreaterThanOrEqual(4);
  });

  test("GW-18 each side believes a certificate for its role only, whatever else the authority has signed", async () => {
    for (const role of ROLES) {
      const wrongNames = NAMES.filter((name) => name !== role && name !== `${role}-1`);
      for (const name of [role, `${role}-1`])
        await expect(meet(role, name, role, name)).resolves.toBe("served");
      for (const name of wrongNames) {
        const why = `is for ${name}, not for a ${role} (name: ${role} or ${role}-…)`;
        await expect(meet(role, role, role, name)).rejects.toThrow("cut");
        expect(refusals.at(-1)).toBe(`its certificate ${why}`);
        await expect(meet(role, name, role, role)).rejects.toThrow(`the certificate at that address ${why}`);
      }
    }
  });

  /** Connects a client to a server that both demand a role, with these names. Resolves with what the server says. */
  async function meet(
    serverRole: PeerRole,
    serverName: string,
    clientRole: PeerRole,
    clientName: string,
  ): Promise<string> {
    const serve = (socket: TLSSocket): void => void socket.on("error", () => undefined).end("served");
    const other = createLinkServer(
      identityOf("own", serverName),
      { "test/1": { clients: clientRole, serve } },
      (why) => refusals.push(why),
    );
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    try {
      const place = { host: "127.0.0.1", port: (other.address() as AddressInfo).port };
      return await heard(connectLink(identityOf("own", clientName), place, "test/1", serverRole));
    } finally {
      other.close();
    }
  }

  /** A certificate of the same authority that was valid until yesterday. */
  function expired(): Pick<LinkIdentity, "certificate" | "key"> {
    const cwd = join(directory, "own");
    const run = (...parameters: string[]): void =>
      void execFileSync("openssl", parameters, { cwd, stdio: ["ignore", "ignore", "pipe"] });
    const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "old.key"];
    run("req", ...key, "-out", "old.csr", "-subj", "/CN=gateway");
    const by = ["-CA", "ca.pem", "-CAkey", "ca.key", "-days", "-1"];
    run("x509", "-req", "-in", "old.csr", ...by, "-out", "old.pem");
    const { ca: _, ...old } = readLinkIdentity(filesOf(cwd, "old"));
    return old;
  }

  test("GW-18 a node does not trust a server of another authority, or one whose certificate is for another host", async () => {
    const { ca } = identityOf("foreign", "gateway");
    await expect(dial({ ...identityOf("own", "gateway"), ca })).rejects.toThrow(/self-signed|unable to/);
    const other = createLinkServer(
      identityOf("own", "core-elsewhere"),
      { "test/1": { clients: "gateway", serve: () => undefined } },
      () => undefined,
    );
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const place = { host: "127.0.0.1", port: (other.address() as AddressInfo).port };
    const socket = connectLink(identityOf("own", "gateway"), place, "test/1", "core");
    const [error] = (await once(socket, "error")) as [NodeJS.ErrnoException];
    expect(error.code).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
    other.close();
  });
});
