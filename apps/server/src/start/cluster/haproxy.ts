import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Program } from "./child-process.ts";
import { type ProxiedGateway, proxyConfiguration } from "./proxy-configuration.ts";
import { accountFor, giveTo, runAs } from "./run-as.ts";

const PLACES = ["/usr/sbin/haproxy", "/usr/local/sbin/haproxy", "/usr/bin/haproxy"];

/** @returns undefined if HAProxy is not installed */
export const findHaproxy = (): string | undefined => PLACES.find((place) => existsSync(place));

/** Writes HAProxy's configuration below `directory` and returns how to run it. */
export function haproxyProgram(
  binary: string,
  directory: string,
  port: number,
  gateways: readonly ProxiedGateway[],
): Program {
  const account = accountFor("haproxy");
  const home = path.join(directory, "proxy");
  mkdirSync(home, { recursive: true, mode: 0o700 });
  giveTo(account, home);
  const file = path.join(home, "haproxy.cfg");
  writeFileSync(file, proxyConfiguration(port, gateways), { mode: 0o600 });
  giveTo(account, file);
  const { command, args } = runAs(account, "TERM", binary, ["-db", "-f", file]);
  return {
    command,
    args,
    directory: home,
    environment: { PATH: process.env.PATH },
    logFile: path.join(directory, "logs", "proxy.log"),
  };
}
