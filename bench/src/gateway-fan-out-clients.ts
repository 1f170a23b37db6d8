import { WebSocket } from "ws";

/** Clients of the gateways' fan-out bench, in a process of their own: they subscribe and discard what they receive. */

export interface FanOutPlan {
  /** `ws://127.0.0.1:PORT/ws` */
  readonly url: string;
  readonly clients: number;
  readonly channels: readonly string[];
}

const PING_MS = 10_000;

function connect({ url, channels }: FanOutPlan): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    socket.once("error", reject);
    socket.once("open", () => {
      socket.send(JSON.stringify({ type: "bind", data: { uid: "", bare: true } }));
      socket.send(JSON.stringify({ type: "subscribe", data: { channels } }));
      setInterval(() => socket.send(JSON.stringify({ type: "ping", data: {} })), PING_MS);
    });
    socket.on("message", (data: Buffer) => {
      if (data.includes('"type":"subscribed"')) resolve();
    });
  });
}

process.once("message", (plan: FanOutPlan) => {
  const connecting = Array.from({ length: plan.clients }, () => connect(plan));
  Promise.all(connecting).then(
    () => process.send?.("connected"),
    (error: unknown) => {
      throw error;
    },
  );
});
process.once("disconnect", () => process.exit());
