import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { writeDurably } from "../../kit/durable/write-durably.ts";

const password = z.string().min(32);
const secretsSchema = z.strictObject({ administrator: password, replication: password, exchange: password });

/** Passwords of the databases' users, as text that needs no escaping in URLs and password files. */
export type ClusterSecrets = z.infer<typeof secretsSchema>;

/** Reads the passwords, and creates them at the first start. The file is readable by its owner only. */
export function readSecrets(file: string): ClusterSecrets {
  if (existsSync(file)) return secretsSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  const random = (): string => randomBytes(24).toString("hex");
  const secrets = { administrator: random(), replication: random(), exchange: random() };
  writeDurably(file, `${JSON.stringify(secrets)}\n`);
  return secrets;
}
