import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/**
 * Returns different free ports of the loopback address, for programs that cannot choose one themselves. Another program
 * may take one before it is used.
 */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  for (const server of servers) {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  }
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) {
    server.close();
    await once(server, "close");
  }
  return ports;
}
