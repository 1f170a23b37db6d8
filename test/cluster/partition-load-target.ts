import { OrderLoad } from "../support/core/order-load.ts";
import type { FromLoad, ToLoad } from "./remote-load.ts";

/** Trades from a machine of its own. @see RemoteLoad */
const send = (message: FromLoad): void => void process.send?.(message);

const load = new OrderLoad(process.argv[2] as string);
await load.start();
process.on("message", (message: ToLoad) => {
  void (async () => {
    if (message.kind === "more") send({ kind: "more", pauseMs: await load.more(message.count) });
    else {
      await load.stop();
      const { accepted, failures } = load;
      send({ kind: "stopped", accepted, failures });
    }
  })();
});
send({ kind: "started" });
