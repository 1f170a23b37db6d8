import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { ChainUnavailableError } from "./evm-chain.ts";
import { JsonRpcChain } from "./json-rpc-chain.ts";
import { RpcRefusal } from "./rpc-refusal.ts";

const KEY = "k3y-of-a-paid-node";

/**
 * Starts a node that gives the same answer to every request, at an address with a key. Undefined closes the connection.
 */
async function askNode(status: number, body: string | undefined): Promise<Error> {
  const server = createServer((request, response) => {
    if (body === undefined) request.socket.destroy();
    else response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const chain = new JsonRpcChain(`http://127.0.0.1:${port}/v2/${KEY}?key=${KEY}`, {
    settledTag: undefined,
    retries: 0,
  });
  return await chain.chainId().then(
    (id) => expect.fail(`the node gave ${id}`),
    (error: Error) => error,
  );
}

const refusal = (code: number, message: string): string =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code, message } });

test("CHAIN-05 a node's address, which may hold a key, is in no error and no cause of one; the reason is", async () => {
  const hungUp = await askNode(200, undefined);
  const unauthorised = await askNode(401, '{"error":"project is over its limit"}');
  const broken = await askNode(200, refusal(-32_603, "internal trouble"));
  const refused = await askNode(200, refusal(-32_000, "nonce too low"));
  for (const error of [hungUp, unauthorised, broken, refused]) {
    const inspected = inspect(error, { depth: null, showHidden: true });
    expect(inspected).not.toContain(KEY);
  }
  for (const error of [hungUp, unauthorised, broken]) expect(error).toBeInstanceOf(ChainUnavailableError);
  expect(refused).toBeInstanceOf(RpcRefusal);
  expect(inspect(hungUp)).toContain("HTTP request failed");
  expect(inspect(unauthorised)).toContain("project is over its limit");
  expect(inspect(broken)).toContain("internal trouble");
  expect(inspect(refused)).toContain("nonce too low");
});
