import type { TLSSocket } from "node:tls";
import { parentPort, workerData } from "node:worker_threads";
import { createLinkServer, type LinkAddress, type LinkIdentity } from "../link/link-identity.ts";
import { BEAT_EVERY_MS, encodeBeat, HEARTBEAT_PROTOCOL } from "./beat.ts";

/** Startup settings of the thread. */
export interface HeartbeatSettings {
  readonly identity: LinkIdentity;
  readonly place: LinkAddress;
  /** One BigInt64: the term that this process leads in; 0 while it does not lead. */
  readonly term: SharedArrayBuffer;
  /** One Int32: how many standbys are connected. */
  readonly standbys: SharedArrayBuffer;
}

export type FromHeartbeat =
  | { readonly kind: "listening"; readonly port: number }
  | { readonly kind: "refused"; readonly why: string; readonly address: string | undefined };

/** A beat of some bytes that was not read for so long is useless to the other side. */
const MAX_UNREAD_BYTES = 16 * 1024;

/**
 * Sends beats to the standbys that are connected, in a thread of its own: a process that waits for its database still
 * beats, and one that was paused does not.
 */
if (parentPort === null) throw new Error("the heartbeat's thread must be started by startHeartbeat");
const owner = parentPort;
const { identity, place, term, standbys: connected } = workerData as HeartbeatSettings;
const terms = new BigInt64Array(term);
const post = (message: FromHeartbeat): void => owner.postMessage(message);

const standbys = new Set<TLSSocket>();
const beat = (): string => encodeBeat({ term: Number(Atomics.load(terms, 0)) });

const count = (): number => Atomics.store(new Int32Array(connected), 0, standbys.size);

function serve(socket: TLSSocket): void {
  standbys.add(socket);
  count();
  // The connection then closes too.
  socket.on("error", () => undefined);
  socket.once("close", () => {
    standbys.delete(socket);
    count();
  });
  socket.resume();
  socket.write(beat());
}

function beatAll(): void {
  const text = beat();
  for (const socket of standbys)
    if (socket.writableLength > MAX_UNREAD_BYTES) socket.destroy();
    else socket.write(text);
}

// Structured clone makes plain byte arrays of buffers.
const pem = {
  ca: Buffer.from(identity.ca),
  certificate: Buffer.from(identity.certificate),
  key: Buffer.from(identity.key),
};
const server = createLinkServer(pem, { [HEARTBEAT_PROTOCOL]: { clients: "core", serve } }, (why, address) =>
  post({ kind: "refused", why, address }),
);
server.once("error", (error) => {
  throw error;
});
server.listen(place.port, place.host, () => {
  const address = server.address();
  post({ kind: "listening", port: typeof address === "object" && address !== null ? address.port : 0 });
});
const timer = setInterval(beatAll, BEAT_EVERY_MS);

owner.on("message", (message: "beat" | "close") => {
  if (message === "beat") return beatAll();
  clearInterval(timer);
  server.close();
  for (const socket of standbys) socket.destroy();
  owner.close();
});
