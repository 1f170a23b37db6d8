import { execFileSync, spawnSync } from "node:child_process";
import path from "node:path";

const SCRIPT = path.resolve(import.meta.dirname, "../../../scripts/link-certificates.ts");

export const HAS_OPENSSL = spawnSync("openssl", ["version"]).status === 0;
if (!HAS_OPENSSL) console.warn("OpenSSL is not installed: tests of the link between processes are skipped");

/** Makes certificates for nodes, each `name` or `name=host,host`. */
export function makeCertificates(directory: string, ...nodes: readonly string[]): void {
  execFileSync(process.execPath, [SCRIPT, directory, ...nodes], { stdio: ["ignore", "ignore", "inherit"] });
}

/** Returns the files of a node, for the link's settings. */
export const filesOf = (directory: string, name: string) => ({
  ca: path.join(directory, "ca.pem"),
  certificate: path.join(directory, `${name}.pem`),
  key: path.join(directory, `${name}.key`),
});

/** Returns environment variables for a process that uses the certificate of a node. */
export function linkSettings(directory: string, name: string): Readonly<Record<string, string>> {
  const { ca, certificate, key } = filesOf(directory, name);
  return {
    CANDOR_NODE: name,
    CANDOR_LINK_CA: ca,
    CANDOR_LINK_CERTIFICATE: certificate,
    CANDOR_LINK_KEY: key,
  };
}
