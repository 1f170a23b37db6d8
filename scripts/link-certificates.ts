import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { isIP } from "node:net";
import path from "node:path";

/**
 * Makes the certificates by which the processes of an exchange prove to each other who they are:
 *
 *   node scripts/link-certificates.ts DIR [NAME[=HOST,HOST…]]…
 *
 * DIR gets `ca.pem` and `ca.key`, the authority, unless it has them; and for each name `NAME.pem` and `NAME.key`, valid for
 * the name and the hosts by which others reach this process. Without hosts, these are `localhost`, `127.0.0.1` and `::1`.
 * Without names, it makes `core` and `gateway`. A certificate that exists is kept: remove it to get a new one. Keep `ca.key`
 * away from the machines that run the exchange; anyone who has it can join.
 */
const CA_DAYS = 3_650;
const NODE_DAYS = 825;
const LOCAL = ["localhost", "127.0.0.1", "::1"];
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const HOST = /^[A-Za-z0-9][A-Za-z0-9.-]{0,252}$/;

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

interface Node {
  readonly name: string;
  readonly hosts: readonly string[];
}

function nodeOf(text: string): Node {
  const [name = "", hosts] = text.split("=", 2);
  if (!NAME.test(name) || name === "ca")
    fail(`"${name}" must be letters, digits, dots and dashes, and not "ca"`);
  const named = hosts === undefined ? LOCAL : hosts.split(",");
  const wrong = named.find((host) => isIP(host) === 0 && !HOST.test(host));
  if (wrong !== undefined) fail(`"${wrong}" must be a host name or an address`);
  return { name, hosts: [name, ...named] };
}

/** Runs OpenSSL, and writes files for this account only. */
function openssl(directory: string, ...parameters: readonly string[]): void {
  try {
    execFileSync("openssl", parameters, { cwd: directory, stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { readonly stderr?: Buffer };
    if (code === "ENOENT") fail("OpenSSL is required: install `openssl` and run this again");
    fail(`openssl ${parameters[0] ?? ""} failed: ${stderr?.toString() ?? String(error)}`);
  }
}

const NEW_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

function makeAuthority(directory: string): void {
  const made = ["-x509", ...NEW_KEY, "-keyout", "ca.key", "-out", "ca.pem", "-days", String(CA_DAYS)];
  openssl(
    directory,
    "req",
    ...made,
    "-subj",
    "/CN=Candor link",
    "-addext",
    "basicConstraints=critical,CA:TRUE,pathlen:0",
    "-addext",
    "keyUsage=critical,keyCertSign",
  );
}

function makeNode(directory: string, { name, hosts }: Node): void {
  const names = hosts.map((host) => `${isIP(host) === 0 ? "DNS" : "IP"}:${host}`).join(",");
  const request = `${name}.csr`;
  openssl(
    directory,
    "req",
    ...NEW_KEY,
    "-keyout",
    `${name}.key`,
    "-out",
    request,
    "-subj",
    `/CN=${name}`,
    "-addext",
    `subjectAltName=${names}`,
    "-addext",
    "extendedKeyUsage=serverAuth,clientAuth",
  );
  const signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", String(NODE_DAYS)];
  openssl(
    directory,
    "x509",
    "-req",
    "-in",
    request,
    ...signed,
    "-copy_extensions",
    "copy",
    "-out",
    `${name}.pem`,
  );
  rmSync(path.join(directory, request));
}

const [directory, ...names] = process.argv.slice(2);
if (directory === undefined || directory.startsWith("-"))
  fail("usage: node scripts/link-certificates.ts DIR [NAME[=HOST,HOST…]]…");
const nodes = (names.length === 0 ? ["core", "gateway"] : names).map(nodeOf);
process.umask(0o077);
mkdirSync(directory, { recursive: true });
if (!existsSync(path.join(directory, "ca.pem"))) makeAuthority(directory);
for (const node of nodes) {
  const file = path.join(directory, `${node.name}.pem`);
  if (!existsSync(file)) makeNode(directory, node);
  chmodSync(path.join(directory, `${node.name}.key`), 0o600);
  process.stdout.write(`${file}: ${node.hosts.join(", ")}\n`);
}
