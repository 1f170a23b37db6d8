import { ReplaceablePort } from "./replaceable-port.mjs";

/** What the sandbox that runs now answers. */
const ASKED = [
  "openAccount",
  "setFaults",
  "faults",
  "advance",
  "time",
  "setBalance",
  "pushIndex",
  "settleFunding",
  "placeBook",
  "output",
];

/**
 * Starts a sandbox and a spare one, which takes its place when it is reset.
 * @param start starts one sandbox with a temporary home and a free port
 * @param port where programs connect; 0 takes a free one
 */
export async function startResettable(start, port) {
  const stopping = new Set();
  let current = await start();
  let spare;
  const prepare = () => {
    spare = start();
    // Whoever needs it gets the error.
    spare.catch(() => undefined);
  };
  prepare();
  const place = new ReplaceablePort(current.port);
  const own = await place.listen(port).catch(async (error) => {
    await Promise.allSettled([current.stop(), spare.then((each) => each.stop())]);
    throw error;
  });
  const url = `http://127.0.0.1:${own}`;
  const asked = Object.fromEntries(ASKED.map((name) => [name, (...given) => current[name](...given)]));
  return {
    ...asked,
    url,
    wsUrl: url.replace(/^http/, "ws"),
    port: own,
    get home() {
      return current.home;
    },
    get pid() {
      return current.pid;
    },
    openAccount: async (options) => ({ ...(await current.openAccount(options)), url }),
    reset: async () => {
      const next = await spare;
      const old = current;
      current = next;
      place.replace(next.port);
      prepare();
      const stopped = old.stop().finally(() => stopping.delete(stopped));
      stopping.add(stopped);
    },
    stop: async () => {
      place.close();
      const prepared = spare.then(
        (each) => each.stop(),
        () => undefined,
      );
      await Promise.all([current.stop(), prepared, ...stopping]);
    },
  };
}
