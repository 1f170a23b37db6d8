import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { awaitListening } from "./listening-place.ts";
import { SettingError } from "./setting-error.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Listens like the exchange; errors name the setting. */
async function listens(prefix: "" | "METRICS_", host: string, port: number): Promise<number> {
  const server = createServer();
  servers.push(server);
  const listening = once(server, "listening");
  server.listen(port, host);
  await awaitListening({ prefix, port, host }, listening);
  return (server.address() as AddressInfo).port;
}

test("CONF-02 an unavailable address or port is reported by the name of its setting", async () => {
  const taken = await listens("", "127.0.0.1", 0);
  for (const prefix of ["", "METRICS_"] as const) {
    await expect(listens(prefix, "127.0.0.1", taken)).rejects.toThrow(
      new SettingError(
        `${prefix}PORT`,
        `${taken} is used by another program: stop it, or choose another port`,
      ),
    );
    await expect(listens(prefix, "192.0.2.1", 0)).rejects.toThrow(
      new SettingError(`${prefix}HOST`, 'must be an address of this machine, got "192.0.2.1"'),
    );
  }
});

test("CONF-02 errors unrelated to the address are rethrown unchanged", async () => {
  const problem = new Error("out of memory");
  const place = { prefix: "", port: 8080, host: "127.0.0.1" } as const;
  await expect(awaitListening(place, Promise.reject(problem))).rejects.toBe(problem);
});
