import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that systems give to connections and to programs that do not choose: those could get the port of a server
 * that a test ends and starts again.
 */
const [LOWEST, END] = [10_240, 32_768];

/** Returns a free port, for programs that cannot choose one themselves or start again on the same one. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, END);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
  } catch {
    return false; // Another program has it.
  }
  server.close();
  await once(server, "close");
  return true;
}
