import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type LinkIdentity, readLinkIdentity } from "@candor/server/kit/link/link-identity";

/** Certificates of one authority for tests, valid for this machine's loopback addresses. */
export class TestAuthority {
  readonly directory = mkdtempSync(path.join(tmpdir(), "candor-link-"));
  private readonly names = new Set<string>();

  constructor() {
    this.openssl(
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-days",
      "2",
    )(...["-subj", "/CN=Candor link test", "-keyout", this.file("ca.key"), "-out", this.file("ca.pem")]);
  }

  /** Returns the variables that give a process this name. */
  variablesOf(name: string): Readonly<Record<string, string>> {
    this.issue(name);
    return {
      CANDOR_LINK_CA: this.file("ca.pem"),
      CANDOR_LINK_CERTIFICATE: this.file(`${name}.pem`),
      CANDOR_LINK_KEY: this.file(`${name}.key`),
    };
  }

  identityOf(name: string): LinkIdentity {
    this.issue(name);
    const [ca, certificate, key] = ["ca.pem", `${name}.pem`, `${name}.key`].map((file) => this.file(file));
    return readLinkIdentity({ ca: ca ?? "", certificate: certificate ?? "", key: key ?? "" });
  }

  private issue(name: string): void {
    if (this.names.has(name)) return;
    this.names.add(name);
    const request = this.file(`${name}.csr`);
    const extensions = this.file(`${name}.ext`);
    writeFileSync(extensions, "subjectAltName=DNS:localhost,IP:127.0.0.1\n");
    this.openssl(
      "req",
      "-new",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
    )(...["-subj", `/CN=${name}`, "-keyout", this.file(`${name}.key`), "-out", request]);
    this.openssl(
      "x509",
      "-req",
      "-days",
      "2",
      "-in",
      request,
      "-extfile",
      extensions,
    )(
      ...["-CA", this.file("ca.pem"), "-CAkey", this.file("ca.key"), "-CAcreateserial"],
      ...["-out", this.file(`${name}.pem`)],
    );
  }

  private openssl(...first: readonly string[]): (...rest: readonly string[]) => void {
    return (...rest) => void execFileSync("openssl", [...first, ...rest], { stdio: "pipe" });
  }

  private file(name: string): string {
    return path.join(this.directory, name);
  }
}

/** Whether this machine can make certificates; tests that need them are skipped otherwise. */
export const HAS_OPENSSL = hasOpenssl();
export const WITHOUT_OPENSSL = HAS_OPENSSL ? "" : " (skipped: openssl is not installed)";

function hasOpenssl(): boolean {
  try {
    execFileSync("openssl", ["version"], { stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}
