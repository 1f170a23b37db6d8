import { readLinkIdentity } from "../../link/link-identity.ts";
import { startHeartbeat } from "../start-heartbeat.ts";

/**
 * A process for tests that leads in term 7. Its parameters are the files of its certificates. Sends its port, and blocks
 * its main thread for as many milliseconds as a message says.
 */
const [ca = "", certificate = "", key = ""] = process.argv.slice(2);
const heartbeat = await startHeartbeat({
  identity: readLinkIdentity({ ca, certificate, key }),
  place: { host: "127.0.0.1", port: 0 },
  warn: () => undefined,
  onFatal: (error) => {
    throw error;
  },
});
heartbeat.lead(7);
process.send?.(heartbeat.place.port);
process.on("message", (forMs: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, forMs),
);
