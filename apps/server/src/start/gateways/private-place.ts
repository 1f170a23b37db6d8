import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const SOCKET = "gateway.sock";
/** Longest path of a Unix domain socket on the systems that Candor runs on. */
const MAX_SOCKET_PATH = 100;
const SECRET_BYTES = 32;

export interface ChosenPlace {
  readonly socketPath: string;
  readonly secret: string;
  /** Removes the socket. */
  remove(): void;
}

/** Chooses where the server listens for its own gateway threads: in the home, or if its path is too long, elsewhere. */
export function choosePrivatePlace(home: string): ChosenPlace {
  const secret = randomBytes(SECRET_BYTES).toString("hex");
  const inHome = path.join(home, SOCKET);
  const directory =
    Buffer.byteLength(inHome) <= MAX_SOCKET_PATH ? undefined : mkdtempSync(path.join(tmpdir(), "candor-"));
  const socketPath = directory === undefined ? inHome : path.join(directory, SOCKET);
  const remove = (): void => rmSync(directory ?? socketPath, { recursive: true, force: true });
  // Left by a server that was killed; the home's lock proves that it does not run any more.
  rmSync(socketPath, { force: true });
  return { socketPath, secret, remove };
}
