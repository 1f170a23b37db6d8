import type { MarketKind } from "@candor/domain/enumerations";

/** `/ws/<stream>` and `/stream?streams=`; `/ws` alone is the exchange's own socket. */
const SPOT = /^\/(?:ws\/([^?]+)|(stream)\/?)$/;
/**
 * The same below `/fstream`, where Binance has another host: streams of contracts have the names of those of spot markets. Its
 * newer addresses have one more part for the kind of stream, which changes nothing here.
 */
const CONTRACT = /^\/fstream(?:\/(?:public|market|private))?\/(?:ws(?:\/([^?]*))?|(stream)\/?)$/;

/** What an address says about the streams that are wanted. */
export interface StreamPlace {
  readonly kind: MarketKind;
  /** With the stream's name around each message. */
  readonly isCombined: boolean;
  readonly names: readonly string[];
}

/** undefined: the path is not one of Binance's streams. */
export function streamPlaceOf(path: string, query = ""): StreamPlace | undefined {
  const contract = CONTRACT.exec(path);
  const match = contract ?? SPOT.exec(path);
  if (match === null) return undefined;
  const [, inPath = "", combined] = match;
  const parameters = new URLSearchParams(query);
  const names = [
    ...inPath.split("/").map(decoded),
    ...(combined === undefined ? [] : (parameters.get("streams") ?? "").split("/")),
    // A user's stream, as the newer addresses name it.
    contract === null ? "" : (parameters.get("listenKey") ?? ""),
  ];
  return {
    kind: contract === null ? "spot" : "contract",
    isCombined: combined !== undefined,
    names: names.filter((name) => name !== ""),
  };
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
