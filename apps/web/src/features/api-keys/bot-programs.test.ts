import { execFileSync, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { ADDRESSES, BOT_PROGRAMS } from "./bot-programs.ts";

const ACCESS = { url: "https://candor.example", apiKey: "k-1", secret: "s-1" };

test("BIN-77 every program has the reader's address, key and secret, and no address of Binance's", () => {
  for (const { name, code } of Object.values(BOT_PROGRAMS)) {
    const text = code(ACCESS);
    for (const part of Object.values(ACCESS)) expect(text, name).toContain(part);
    expect(text, name).not.toMatch(/https?:\/\/\w+\.binance\.com/);
  }
  expect(ADDRESSES.map(([, here]) => here("http://localhost:8080"))).toEqual([
    "http://localhost:8080",
    "http://localhost:8080",
    "ws://localhost:8080",
    "ws://localhost:8080/fstream",
    "ws://localhost:8080",
    "ws://localhost:8080",
  ]);
});

const hasTools = ["sh", "openssl"].every((tool) => spawnSync(tool, ["-c", "true"]).error === undefined);
if (!hasTools) console.warn("skipped: the signature of the shell program needs sh and openssl");

test.runIf(hasTools)("BIN-77 the shell program signs as Binance documents it", () => {
  const shown = BOT_PROGRAMS.shell.code(ACCESS).replace(/^curl .*$/m, 'echo "$query $signature"');
  const [query = "", signature] = execFileSync("sh", ["-c", shown], { encoding: "utf8" }).trim().split(" ");
  expect(signature).toBe(createHmac("sha256", ACCESS.secret).update(query).digest("hex"));
});
