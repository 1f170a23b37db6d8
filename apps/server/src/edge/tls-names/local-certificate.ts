import { X509Certificate } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  makeSelfSignedCertificate,
  type SelfSignedCertificate,
} from "../../kit/certificate/self-signed-certificate.ts";
import { TLS_HOSTS } from "./binance-hosts.ts";

const LIFETIME_MS = 10 * 365 * 86_400_000;
const PRIVATE_MODE = 0o600;
const PRIVATE_DIRECTORY_MODE = 0o700;

export interface LocalCertificate extends SelfSignedCertificate {
  /** File that clients trust. */
  readonly file: string;
}

/** Returns the certificate of a home. Makes it if there is none, or none that is valid. */
export function openLocalCertificate(home: string, nowMs: number): LocalCertificate {
  const directory = path.join(home, "tls");
  const file = path.join(directory, "certificate.pem");
  const keyFile = path.join(directory, "key.pem");
  if (existsSync(file) && existsSync(keyFile)) {
    const certificate = readFileSync(file, "utf8");
    if (new X509Certificate(certificate).validToDate.getTime() > nowMs)
      return { certificate, key: readFileSync(keyFile, "utf8"), file };
  }
  const made = makeSelfSignedCertificate({
    commonName: "Candor sandbox",
    hosts: TLS_HOSTS,
    addresses: ["127.0.0.1"],
    nowMs,
    lifetimeMs: LIFETIME_MS,
  });
  mkdirSync(directory, { recursive: true, mode: PRIVATE_DIRECTORY_MODE });
  writeFileSync(keyFile, made.key, { mode: PRIVATE_MODE });
  writeFileSync(file, made.certificate, { mode: PRIVATE_MODE });
  return { ...made, file };
}
