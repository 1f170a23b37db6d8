import { z } from "zod";
import { BINANCE } from "../binance-error.ts";
import { idOfMessage } from "../id-of-message.ts";

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]);
const id = z.union([z.int(), z.string().max(36), z.null()]);
const request = z.object({
  id: id.default(null),
  method: z.string().max(64),
  params: z.record(z.string().max(64), value).default({}),
});

/** A request as received. */
export type ApiRequest = z.output<typeof request>;

/** Values that a query carries unescaped, so that the signed text equals the sent text. */
const PLAIN = /^[A-Za-z0-9._:/-]*$/;
const NAME = /^[A-Za-z0-9]+$/;

/** An invalid request, with its id if that could be read. */
export interface UnreadableRequest {
  readonly id: ApiRequest["id"];
  readonly method: undefined;
}

export function readRequest(text: string): ApiRequest | UnreadableRequest {
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    return { id: null, method: undefined };
  }
  return request.safeParse(sent).data ?? { id: idOfMessage(sent, id), method: undefined };
}

/**
 * Returns the parameters as a query, sorted by name. Clients sign them in that order, so their signature fits the
 * query. Throws -1100 for values that a query cannot carry unescaped.
 */
export function queryOf({ params }: ApiRequest): string {
  const { signature, ...others } = params;
  const pairs = Object.entries(others)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => {
      const text = Array.isArray(each) ? JSON.stringify(each) : String(each);
      if (!NAME.test(name)) throw BINANCE.malformed(name);
      if (PLAIN.test(text)) return `${name}=${text}`;
      if (signature !== undefined) throw BINANCE.malformed(name);
      return `${name}=${encodeURIComponent(text)}`;
    });
  if (signature !== undefined) pairs.push(`signature=${encodeURIComponent(String(signature))}`);
  return pairs.join("&");
}
