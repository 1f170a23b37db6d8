import type { IncomingHttpHeaders } from "node:http";
import { BINANCE, type BinanceError } from "./binance-error.ts";

const SBE = "application/sbe";
const READABLE = /application\/json|\*\/\*/;
const SCHEMA = /^[0-9]{1,5}:[0-9]{1,5}$/;

/** Returns the refusal of a client that reads only SBE, Binance's binary format: -1152 or -1155. */
export function refuseBinary(headers: IncomingHttpHeaders): BinanceError | undefined {
  const accepted = headers.accept?.toLowerCase() ?? "";
  if (!accepted.includes(SBE)) return undefined;
  const schema = headers["x-mbx-sbe"];
  if (schema !== undefined && !SCHEMA.test(String(schema))) return BINANCE.sbeHeader();
  return READABLE.test(accepted) ? undefined : BINANCE.sbeDisabled();
}
