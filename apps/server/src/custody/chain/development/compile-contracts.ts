import { readFileSync } from "node:fs";
import path from "node:path";
import { writeDurably } from "../../../kit/durable/write-durably.ts";
import type { Hex } from "../../../kit/hex.ts";

/**
 * Runs as a process of its own, because the compiler takes 150 MB that the server should not keep:
 * `compile-contracts.ts SOURCE TARGET` writes `{"ContractName": "0x…", …}` to TARGET.
 */
interface CompilerOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts?: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly evm: { readonly bytecode: { readonly object: string } } }>>
    >
  >;
}

const [sourceFile = "", target = ""] = process.argv.slice(2);
const name = path.basename(sourceFile);
const { default: solc } = await import("solc");
const input = {
  language: "Solidity",
  sources: { [name]: { content: readFileSync(sourceFile, "utf8") } },
  settings: {
    optimizer: { enabled: true },
    // The oldest rules that all current EVM chains support.
    evmVersion: "paris",
    metadata: { appendCBOR: false },
    outputSelection: { "*": { "*": ["evm.bytecode.object"] } },
  },
};
const output = JSON.parse(solc.compile(JSON.stringify(input))) as CompilerOutput;
const errors = (output.errors ?? []).filter(({ severity }) => severity === "error");
if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join("\n"));
// Interfaces have no code.
const codes = Object.entries(output.contracts?.[name] ?? {})
  .filter(([, { evm }]) => evm.bytecode.object !== "")
  .map(([contract, { evm }]) => [contract, `0x${evm.bytecode.object}` satisfies Hex] as const);
writeDurably(target, JSON.stringify(Object.fromEntries(codes)));
