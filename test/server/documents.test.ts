import { execFile } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  QUIET,
  removeHome,
  type ServerProcess,
  startServer,
  temporaryHome,
} from "../support/server/run-server.ts";
import { picture } from "../support/uploads/pictures.ts";
import { WireClient } from "../support/wire-client.ts";

// Full servers start here in parallel with other tests: allow for a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const CLI = path.resolve(import.meta.dirname, "../../apps/server/src/start/cli/operator.ts");
const MIB = 1024 * 1024;

interface Uploaded {
  readonly status: number;
  readonly code: number;
  readonly data: Record<string, string>;
}

/** Same format as a browser's upload. */
async function upload(
  server: ServerProcess,
  token: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uploaded> {
  const form = new FormData();
  form.set("purpose", "identity");
  form.set("file", new Blob([bytes], { type: "image/jpeg" }), "passport.jpg");
  const response = await fetch(`${server.url}/api/Common/upload`, {
    method: "POST",
    headers: { token },
    body: form,
  });
  const { code, data } = (await response.json()) as { readonly code: number; readonly data: string };
  const decoded = JSON.parse(Buffer.from(data, "base64").toString("utf8")) as Record<string, string>;
  return { status: response.status, code, data: decoded };
}

function operator(home: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, CANDOR_HOME: home, USER: "anna" };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [CLI, ...args], { env }, (error, out) =>
      error === null ? resolve(out) : reject(error),
    );
  });
}

test("SRV-05 a running server: upload, verification by the demo reviewer, operators' commands, all of it there after kill -9", async () => {
  const home = temporaryHome();
  onTestFinished(() => removeHome(home));
  const settings = { CANDOR_DEMO_REVIEWER: "on", ...QUIET };
  let server = await startServer(home, settings);
  onTestFinished(async () => {
    await server.stop("SIGKILL");
  });
  const client = new WireClient(server.url);
  await client.register();

  const bytes = new Uint8Array(await picture("jpeg", 200, 120));
  const front = await upload(server, client.token, bytes);
  const back = await upload(server, client.token, bytes);
  expect([front.code, back.code]).toEqual([1, 1]);
  const shown = await fetch(server.url + (front.data.fullurl ?? ""));
  expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  const tooLarge = await upload(server, client.token, new Uint8Array(9 * MIB));
  expect([tooLarge.status, tooLarge.code, tooLarge.data.error]).toEqual([413, 413, "request.tooLarge"]);
  const visitor = await upload(server, "", new Uint8Array(9 * MIB));
  expect([visitor.status, visitor.data.error]).toEqual([200, "user.notLoggedIn"]);

  const submitted = await client.expectOk(
    client.post("/user/verification", {
      level: 1,
      country: "DE",
      fullName: "Maria Klein",
      idNumber: "L01X00T4742",
      address: "Am Graben 1",
      photoFront: front.data.url,
      photoBack: back.data.url,
    }),
  );
  expect(submitted.veriInfo.status).toBe("pending");
  let verified = submitted;
  for (let i = 0; i < 120 && verified.verification === 0; i++) {
    await sleep(250);
    verified = await client.expectOk(client.post("/user/verification"));
  }
  expect(verified).toMatchObject({ verification: 1, veriInfo: { status: "passed", fullName: "M*** K***" } });
  expect(verified.veriInfo.reason).toContain("demo reviewer");
  const { id } = await client.expectOk(client.post("/User/profile"));
  expect(await operator(home, "verification", "show", `${id}-1-1`)).toContain("Maria Klein");
  const before = await operator(home, "audit", "verify");
  const [noted = ""] = /[0-9]+:[0-9a-f]{64}/.exec(before) ?? [];

  await server.stop("SIGKILL");
  expect(server.output()).not.toMatch(/Maria|L01X00T4742/);
  server = await startServer(home, settings);
  const again = new WireClient(server.url);
  again.token = client.token;
  expect(await again.expectOk(again.post("/user/verification"))).toEqual(verified);
  const after = await operator(home, "audit", "verify", "--expect", noted);
  expect(after).toContain("matches the running server");
  const link = (await upload(server, again.token, bytes)).data.fullurl ?? "";
  expect((await fetch(server.url + link)).status).toBe(200);
  const list = await operator(home, "audit", "list");
  expect(list).toContain("demo-reviewer");
  expect(list).toContain(`verification show ${id}-1-1`);
});
