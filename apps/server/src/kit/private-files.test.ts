import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { closeToOthers } from "./private-files.ts";

test("SEC-35 a start restricts the access rights of files that an earlier version left open, at any depth", () => {
  const home = mkdtempSync(path.join(tmpdir(), "candor-private-"));
  try {
    mkdirSync(path.join(home, "identity", "generation-000001"), { recursive: true });
    const journal = path.join(home, "identity", "generation-000001", "00000001.journal");
    writeFileSync(journal, "secret");
    chmodSync(journal, 0o644);
    chmodSync(path.join(home, "identity"), 0o755);
    const own = path.join(home, "own");
    writeFileSync(own, "", { mode: 0o600 });
    chmodSync(path.join(home, "identity", "generation-000001"), 0o700);
    expect(closeToOthers(home)).toBe(2);
    for (const file of [journal, own]) expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.join(home, "identity")).mode & 0o777).toBe(0o700);
    expect(closeToOthers(home)).toBe(0);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
