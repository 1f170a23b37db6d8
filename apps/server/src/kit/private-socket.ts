import { chmodSync, mkdtempSync, renameSync, rmdirSync, rmSync } from "node:fs";
import type { Server } from "node:net";
import path from "node:path";

/** Maximum length of a Unix socket path. */
const MAX_SOCKET_PATH_BYTES = 107;
const OWNER_ONLY_MODE = 0o600;
const PRIVATE_DIRECTORY = "op-";

/** Whether a Unix socket can have this path. */
export const isSocketPath = (file: string): boolean => Buffer.byteLength(file) <= MAX_SOCKET_PATH_BYTES;

/**
 * Lets a server listen on a Unix socket that only this process's account can open. Replaces a socket that a killed
 * process left. The directory of `file` must exist.
 * @returns a function that removes the socket's file
 */
export function listenPrivately(server: Server, file: string): Promise<() => void> {
  // Created in a private directory, so that it is never open to others.
  const nursery = mkdtempSync(path.join(path.dirname(file), PRIVATE_DIRECTORY));
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path.join(nursery, "s"), () => {
      chmodSync(path.join(nursery, "s"), OWNER_ONLY_MODE);
      renameSync(path.join(nursery, "s"), file);
      rmdirSync(nursery);
      resolve(() => rmSync(file, { force: true }));
    });
  });
}
