import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { arrayFrame, textFrame } from "./text-frame.ts";

test.each([0, 1, 125, 126, 65_535, 65_536, 200_000])(
  "SOCK-01 a WebSocket client reads a frame of %i bytes as it was built",
  async (length) => {
    const text = "é".repeat(length >> 1) + "x".repeat(length & 1);
    const streams: net.Socket[] = [];
    const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
    server.on("connection", (_, request) => {
      streams.push(request.socket);
      request.socket.write(textFrame(text));
    });
    await once(server, "listening");
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const [data] = (await once(client, "message")) as [Buffer];
    expect(data.toString("utf8")).toBe(text);
    client.terminate();
    for (const stream of streams) stream.destroy();
    server.close();
  },
);

test.each([[], [""], ["1"], ["1", '"é"'], ["x".repeat(100), "y".repeat(23)], ["x".repeat(70_000), '"é"']])(
  "SOCK-01 a frame of the elements %j is that of their array",
  (...texts) => {
    expect(arrayFrame(texts)).toEqual(textFrame(`[${texts.join(",")}]`));
  },
);
