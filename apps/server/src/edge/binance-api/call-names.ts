import type { ApiReading } from "../../config/api-settings.ts";
import { BINANCE, type BinanceError } from "./binance-error.ts";
import { DESCRIBED_CALLS } from "./openapi/binance-openapi.ts";
import { ALIAS, ANY_NAMES, UNSUPPORTED } from "./openapi/described-calls.ts";
import type { Parameters } from "./parameters.ts";

/** Parameters that calls with a key may carry. */
const OF_KEYS = ["timestamp", "recvWindow", "signature"] as const;
/** Parameters of requests on the WebSocket API. Clients sign market data, too, so every method may carry a signature. */
export const OF_SOCKETS = ["apiKey", "returnRateLimits", ...OF_KEYS] as const;
/**
 * Names of ccxt, and the parameters of Binance that they become. ccxt sends both on its sockets; a value that another
 * parameter does not repeat would be lost.
 */
const REPEATED: Readonly<Record<string, readonly string[]>> = {
  stopPrice: ["triggerPrice"],
  stopLossPrice: ["stopPrice", "triggerPrice"],
  takeProfitPrice: ["stopPrice", "triggerPrice"],
  triggerPrice: ["stopPrice"],
  trailingPercent: ["callbackRate"],
  trailingTriggerPrice: ["activatePrice", "activationPrice"],
};
const MICROSECONDS_FROM = 1e15;
const TIMES = ["startTime", "endTime"] as const;
const INTEGER = /^[0-9]{16}$/;
/** Names whose values are in capital letters. */
const CAPITALS = /(?:^symbols?|^pair|[sS]ide|[tT]ype|[tT]imeInForce|Mode|Match|Restrictions|^asset|^coin)$/;
/** Values of unsupported parameters that ask for nothing, by the end of the name. */
const NEUTRAL: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/icebergqty$|icebergquantity$/i, /^0+(?:\.0+)?$/],
  [/includeSource$/, /^false$/i],
  [/priceMatch$/, /^NONE$/],
];

/** Terms of pegged orders, which no market allows. */
const PEG = /[pP]eg(?:PriceType|OffsetType|OffsetValue)$/;
const PEG_PRICES = ["PRIMARY_PEG", "MARKET_PEG"];

/** Names that a call takes. */
interface Names {
  readonly taken: ReadonlySet<string>;
  /** Names that clients write in lower case, and how Binance writes them. */
  readonly lowered: ReadonlyMap<string, string>;
  /** Parameters of Binance that are refused unless they ask for nothing. */
  readonly unsupported: ReadonlySet<string>;
}

/** Names by call; undefined for a call that takes any. */
const NAMES = new Map<string, Names | undefined>();

function namesOf(call: string): Names | undefined {
  if (NAMES.has(call)) return NAMES.get(call);
  const takes = DESCRIBED_CALLS[call]?.[1];
  if (takes === undefined) throw new Error(`${call} has no description`);
  const words = takes.split(" ").filter((word) => word !== "");
  const unsupported = words.filter((word) => word.startsWith(UNSUPPORTED)).map((word) => word.slice(1));
  const taken = words
    .filter((word) => !word.startsWith(UNSUPPORTED))
    .map((word) => word.replace(ALIAS, "").replace(/[:!].*$/, ""));
  const lowered = taken.flatMap((name): [string, string][] => {
    const written = taken.find((other) => other !== name && other.toLowerCase() === name);
    return written === undefined ? [] : [[name, written]];
  });
  const names = words.includes(ANY_NAMES)
    ? undefined
    : { taken: new Set(taken), lowered: new Map(lowered), unsupported: new Set(unsupported) };
  NAMES.set(call, names);
  return names;
}

/** Which request is checked. */
export interface ReadCall {
  /** Method and path, as in its description. */
  readonly call: string;
  readonly hasKey: boolean;
  /** Names that its transport adds. */
  readonly ofTransport?: readonly string[] | undefined;
}

/**
 * Checks the names of a request and prepares its values: unsupported parameters that ask for nothing are dropped, and
 * times in microseconds become milliseconds. An easy reading also drops unknown names and corrects letter case.
 * Throws -1020, -1104 and -1105.
 */
export function prepareParameters(
  parameters: Parameters,
  { call, hasKey, ofTransport = [] }: ReadCall,
  reading: ApiReading,
): void {
  const names = namesOf(call);
  if (names === undefined) return;
  const isExtra = (name: string): boolean =>
    ofTransport.includes(name) || (hasKey && (OF_KEYS as readonly string[]).includes(name));
  const isKnown = (name: string): boolean =>
    names.taken.has(name) ||
    names.unsupported.has(name) ||
    isExtra(name) ||
    isRepeated(name, names, parameters);
  if (reading === "easy")
    parameters.change((name, value) => (isKnown(name) ? eased(name, value) : undefined));
  else checkNames(parameters, isKnown);
  for (const [name, written] of names.lowered) {
    const value = parameters.text(name);
    if (value === undefined) continue;
    parameters.set(name, undefined);
    if (parameters.text(written) === undefined) parameters.set(written, value);
  }
  for (const name of names.unsupported) {
    const value = parameters.text(name);
    if (value === undefined) continue;
    if (!NEUTRAL.some(([names_, neutral]) => names_.test(name) && neutral.test(value)))
      throw PEG.test(name) ? pegRefusal(name, value) : BINANCE.unsupported(name);
    parameters.set(name, undefined);
  }
  for (const name of TIMES) {
    const value = parameters.text(name);
    if (value !== undefined && INTEGER.test(value)) parameters.set(name, String(inMilliseconds(name, value)));
  }
}

/** Terms of a pegged order are checked as at Binance before they are refused. */
function pegRefusal(name: string, value: string): BinanceError {
  if (/[pP]riceType$/.test(name) && !PEG_PRICES.includes(value)) return BINANCE.pegPriceType();
  if (/[oO]ffsetType$/.test(name) && value !== "PRICE_LEVEL") return BINANCE.pegOffsetType();
  return BINANCE.pegged();
}

/** Whether a parameter of a client says the same as one that the call takes. */
function isRepeated(name: string, { taken }: Names, parameters: Parameters): boolean {
  const value = parameters.text(name);
  const repeats = (other: string): boolean => {
    const repeated = taken.has(other) ? parameters.text(other) : undefined;
    return repeated !== undefined && Number(repeated) === Number(value);
  };
  return value !== undefined && REPEATED[name]?.some(repeats) === true;
}

const eased = (name: string, value: string): string => (CAPITALS.test(name) ? value.toUpperCase() : value);

function checkNames(parameters: Parameters, isKnown: (name: string) => boolean): void {
  let read = 0;
  let sent = 0;
  let empty: string | undefined;
  for (const [name, value] of parameters.entries()) {
    if (name === "signature") continue;
    sent += 1;
    if (!isKnown(name)) continue;
    read += 1;
    if (value === "") empty ??= name;
  }
  if (read < sent) throw BINANCE.unread(read, sent);
  if (empty !== undefined) throw BINANCE.empty(empty);
}

/** A span in microseconds contains exactly the whole milliseconds in it. */
function inMilliseconds(name: (typeof TIMES)[number], value: string): number {
  const time = Number(value);
  if (time < MICROSECONDS_FROM) return time;
  return name === "startTime" ? Math.ceil(time / 1_000) : Math.floor(time / 1_000);
}
