import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type LinkIdentity, readLinkIdentity } from "@candor/server/kit/link/link-identity";
import { filesOf, HAS_OPENSSL, linkSettings, makeCertificates } from "./link-certificates.ts";

/** Added to the names of tests that are skipped for this reason. */
export const WITHOUT_OPENSSL = HAS_OPENSSL ? "" : " (skipped: OpenSSL is not installed)";

/** An authority of its own, in a new directory. It makes each certificate when it is first needed. */
export class TestAuthority {
  readonly directory = mkdtempSync(path.join(tmpdir(), "candor-link-"));
  private readonly names = new Set<string>();

  /** Returns the variables that give a process this name. */
  variablesOf(name: string): Readonly<Record<string, string>> {
    this.make(name);
    return linkSettings(this.directory, name);
  }

  identityOf(name: string): LinkIdentity {
    this.make(name);
    return readLinkIdentity(filesOf(this.directory, name));
  }

  private make(name: string): void {
    if (!this.names.has(name)) makeCertificates(this.directory, `${name}=127.0.0.1,localhost`);
    this.names.add(name);
  }
}
