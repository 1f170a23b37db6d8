import path from "node:path";
import { QUIET, removeHome, startServer, temporaryHome } from "../server/run-server.ts";

/**
 * Starts a server and stops it. It leaves in the cache what each start needs and a fresh checkout has not: compiled modules,
 * the engine's bundle, the empty database. Otherwise all servers of the first tests would make it at once.
 */
const cache = path.resolve(import.meta.dirname, "../../../.cache");
process.env.CANDOR_CACHE ??= cache;
process.env.NODE_COMPILE_CACHE ??= path.join(cache, "node");
const home = temporaryHome();
try {
  const server = await startServer(home, QUIET);
  const code = await server.stop("SIGTERM");
  if (code !== 0) throw new Error(`the server ended with ${code}:\n${server.output()}`);
} finally {
  removeHome(home);
}
