import { createServer } from "node:http";
import { TRANSFER_TOPIC } from "@candor/server/custody/signer/erc20";

/**
 * A node in a separate process that serves a few made-up blocks from memory, so that the bench measures the watcher and
 * not a node. Blocks and receipts have all fields of a real node.
 */
export const BLOCKS = 16;
export const TRANSFERS_A_BLOCK = 1_000;
/** Every other transfer goes to one of these, the rest to strangers. */
export const USERS = 500;
export const CHAIN_ID = 31_337;
export const TOKEN = "0x00000000000000000000000000000000000a55e7";
export const NOBODY = "0x00000000000000000000000000000000000000bb";
const SENDER = "0x00000000000000000000000000000000000000aa";
const FULL_BLOOM = `0x${"f".repeat(512)}`;

const hex = (value: number): string => `0x${value.toString(16)}`;
const word = (value: number | string): string => `0x${String(value).replace(/^0x/, "").padStart(64, "0")}`;
const blockHash = (number: number): string => word(hex(0xb10c_0000 + number));
/** Distinct from the first digits on, like real hashes. */
const txHash = (number: number, index: number): string =>
  `0x${(0x7_0000_0000 + number * 10_000 + index).toString(16).padEnd(64, "7")}`;
export const userAddress = (user: number): `0x${string}` =>
  `0x${(0xca_0000 + user).toString(16).padStart(40, "0")}`;

const receiverOf = (index: number): string => (index % 2 === 0 ? userAddress((index / 2) % USERS) : NOBODY);

function logOf(number: number, index: number): object {
  return {
    address: TOKEN,
    topics: [TRANSFER_TOPIC, word(SENDER), word(receiverOf(index))],
    data: word(5),
    blockHash: blockHash(number),
    blockNumber: hex(number),
    blockTimestamp: hex(1_700_000_000 + number),
    transactionHash: txHash(number, index),
    transactionIndex: hex(index),
    logIndex: hex(index),
    removed: false,
  };
}

function transactionOf(number: number, index: number): object {
  return {
    blockHash: blockHash(number),
    blockNumber: hex(number),
    from: SENDER,
    gas: "0x186a0",
    gasPrice: "0x3b9aca00",
    maxFeePerGas: "0x77359400",
    maxPriorityFeePerGas: "0x3b9aca00",
    hash: txHash(number, index),
    input: `0xa9059cbb${word(receiverOf(index)).slice(2)}${word(5).slice(2)}`,
    nonce: hex(number * TRANSFERS_A_BLOCK + index),
    to: TOKEN,
    transactionIndex: hex(index),
    value: "0x0",
    type: "0x2",
    accessList: [],
    chainId: hex(CHAIN_ID),
    v: "0x1",
    r: word(1),
    s: word(2),
    yParity: "0x1",
  };
}

function receiptOf(number: number, index: number): object {
  return {
    transactionHash: txHash(number, index),
    transactionIndex: hex(index),
    blockHash: blockHash(number),
    blockNumber: hex(number),
    from: SENDER,
    to: TOKEN,
    cumulativeGasUsed: hex(50_000 * (index + 1)),
    gasUsed: hex(50_000),
    contractAddress: null,
    logs: [logOf(number, index)],
    logsBloom: FULL_BLOOM,
    status: "0x1",
    effectiveGasPrice: "0x3b9aca00",
    type: "0x2",
  };
}

function blockOf(number: number, transactions: readonly object[]): object {
  return {
    number: hex(number),
    hash: blockHash(number),
    parentHash: blockHash(number - 1),
    timestamp: hex(1_700_000_000 + number),
    logsBloom: number === 0 ? `0x${"0".repeat(512)}` : FULL_BLOOM,
    miner: NOBODY,
    gasLimit: "0x5f5e100",
    gasUsed: "0x2faf080",
    baseFeePerGas: "0x3b9aca00",
    difficulty: "0x0",
    totalDifficulty: "0x0",
    extraData: "0x",
    size: "0x1000",
    nonce: "0x0000000000000000",
    mixHash: word(0),
    sha3Uncles: word(0),
    stateRoot: word(0),
    receiptsRoot: word(0),
    transactionsRoot: word(0),
    uncles: [],
    transactions,
  };
}

function serve(): void {
  const indexes = Array.from({ length: TRANSFERS_A_BLOCK }, (_, index) => index);
  const blocks = new Map<string, string>();
  const receipts = new Map<string, string>();
  const logs = new Map<string, string>();
  const single = new Map<string, string>();
  for (let number = 0; number <= BLOCKS; number++) {
    const used = number === 0 ? [] : indexes;
    blocks.set(
      hex(number),
      JSON.stringify(
        blockOf(
          number,
          used.map((index) => transactionOf(number, index)),
        ),
      ),
    );
    const all = used.map((index) => receiptOf(number, index));
    receipts.set(hex(number), JSON.stringify(all));
    logs.set(hex(number), JSON.stringify(used.map((index) => logOf(number, index))));
    for (const [index, receipt] of all.entries()) single.set(txHash(number, index), JSON.stringify(receipt));
  }
  const answer = (method: string, [first]: readonly unknown[]): string => {
    switch (method) {
      case "eth_chainId":
        return `"${hex(CHAIN_ID)}"`;
      case "eth_blockNumber":
        return `"${hex(BLOCKS)}"`;
      case "eth_getBlockByNumber":
        return blocks.get(String(first)) ?? "null";
      case "eth_getBlockReceipts":
        return receipts.get(String(first)) ?? "null";
      case "eth_getLogs":
        return logs.get((first as { fromBlock: string }).fromBlock) ?? "[]";
      case "eth_getTransactionReceipt":
        return single.get(String(first)) ?? "null";
      default:
        throw new Error(`${method} is not known`);
    }
  };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const {
        id,
        method,
        params = [],
      } = JSON.parse(body) as {
        id: number;
        method: string;
        params?: readonly unknown[];
      };
      response.setHeader("content-type", "application/json");
      response.end(`{"jsonrpc":"2.0","id":${id},"result":${answer(method, params)}}`);
    });
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (typeof address === "object" && address !== null) process.send?.(address.port);
  });
  process.once("disconnect", () => process.exit(0));
}

if (process.send !== undefined && process.argv[1] === import.meta.filename) serve();
