import { expect, test } from "vitest";
import { type Pending, PushOrder } from "./push-order.ts";
import { ServerMessage } from "./server-message.ts";

const pong = (serverTimeMs: number) => new ServerMessage("pong", { serverTimeMs });

function orderAndSent() {
  const sent: string[] = [];
  const order = new PushOrder((userId, messages) =>
    sent.push(...messages.map(({ json }) => `${userId} ${/[0-9]+/.exec(json)?.[0]}`)),
  );
  return { order, sent };
}

test("GW-22 messages that nothing waits for are sent at once", () => {
  const { order, sent } = orderAndSent();
  order.push(1, [pong(1), pong(2)]);
  order.after(1, () => sent.push("personal"));
  expect(sent).toEqual(["1 1", "1 2", "personal"]);
});

test("GW-22 a message that must be waited for delays those of its user after it, and nobody else's", async () => {
  const { order, sent } = orderAndSent();
  const [first, second] = [Promise.withResolvers<Pending>(), Promise.withResolvers<Pending>()];
  order.push(1, [pong(1), first.promise.then(async (each) => await each), pong(2)]);
  order.push(1, [pong(3)]);
  order.push(1, [second.promise.then(async (each) => await each)]);
  order.after(1, () => sent.push("personal"));
  order.push(2, [pong(9)]);
  expect(sent).toEqual(["2 9"]);
  second.resolve(pong(7));
  await second.promise;
  await new Promise(setImmediate);
  expect(sent).toEqual(["2 9"]);
  first.resolve(pong(5));
  await new Promise(setImmediate);
  expect(sent).toEqual(["2 9", "1 1", "1 5", "1 2", "1 3", "1 7", "personal"]);
  order.push(1, [pong(8)]);
  expect(sent.at(-1)).toBe("1 8");
});

test("GW-22 a message that could not be written is left out, and the others are sent", async () => {
  const { order, sent } = orderAndSent();
  order.push(1, [pong(1), Promise.resolve(undefined), pong(2)]);
  await new Promise(setImmediate);
  expect(sent).toEqual(["1 1", "1 2"]);
});
