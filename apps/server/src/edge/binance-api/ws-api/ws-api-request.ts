import { z } from "zod";
import { BINANCE } from "../binance-error.ts";

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]);
const request = z.object({
  id: z.union([z.int(), z.string().max(36), z.null()]).default(null),
  method: z.string().max(64),
  params: z.record(z.string().max(64), value).default({}),
});

/** A question as it came. */
export type ApiRequest = z.output<typeof request>;

/** Values that stand in a query as they are, so that what was signed is what travels. */
const PLAIN = /^[A-Za-z0-9._:/-]*$/;
const NAME = /^[A-Za-z0-9]+$/;

/** undefined: it is no question. */
export function readRequest(text: string): ApiRequest | undefined {
  try {
    return request.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * The parameters as a query. Programs sign them in the order of their names, so a query in that order carries their
 * signature; throws -1100 for what cannot stand in it as it was signed.
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
