import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { afterAll, expect, test } from "vitest";
import { GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";

const webDirectory = mkdtempSync(path.join(tmpdir(), "candor-offline-"));
writeFileSync(path.join(webDirectory, "index.html"), "<!doctype html>");
writeFileSync(path.join(webDirectory, "worker.js"), "// keeps the app");
afterAll(() => rmSync(webDirectory, { recursive: true, force: true }));

const workerOf = async (offlineAppOff: boolean) => {
  const exchange = await GatewayUnderTest.start({ gateway: { webDirectory, offlineAppOff } });
  const reply = await exchange.app.inject({ method: "GET", url: "/worker.js" });
  await exchange.close();
  return reply;
};

test("WEB-134 the operator's switch: the worker is requested each time, and a disabled one deletes its cache and unregisters", async () => {
  const on = await workerOf(false);
  expect(on.body).toBe("// keeps the app");
  expect(on.headers).toMatchObject({ "cache-control": "no-cache" });
  const off = await workerOf(true);
  expect(off.headers).toMatchObject({
    "cache-control": "no-cache",
    "content-type": "text/javascript; charset=utf-8",
  });
  const names = ["candor-app-b1", "somebody else's"];
  let isRegistered = true;
  const listeners = new Map<string, (event: object) => void>();
  runInNewContext(off.body, {
    self: {
      addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
      skipWaiting: () => undefined,
      registration: { unregister: async () => (isRegistered = false) },
    },
    caches: {
      keys: async () => [...names],
      delete: async (name: string) => names.splice(names.indexOf(name), 1),
    },
  });
  const waits: unknown[] = [];
  listeners.get("activate")?.({ waitUntil: (wait: unknown) => waits.push(wait) });
  await Promise.all(waits);
  expect({ names, isRegistered }).toEqual({ names: ["somebody else's"], isRegistered: false });
  expect([...listeners.keys()]).not.toContain("fetch");
});
