import type { MarketKind } from "@candor/domain/enumerations";

/**
 * `/ws/<stream>` and `/stream?streams=`. Plain `/ws` is the exchange's own socket; `/stream/ws` is Binance's, with or without
 * streams.
 */
const SPOT = /^\/(?:(?:stream\/ws|ws(?=\/.))(?:\/([^?]*))?|(stream)\/?)$/;
/**
 * The same under `/fstream`, where Binance uses another host: contract streams have the same names as spot streams. The
 * newer addresses have an extra part for the kind of stream, which is ignored.
 */
const CONTRACT = /^\/fstream(?:\/(?:public|market|private))?\/(?:ws(?:\/([^?]*))?|(stream)\/?)$/;

/** Time zones in names have one, which a query would read as a space. */
const PLUS = "+";

/** The streams that an address requests. */
export interface StreamPlace {
  readonly kind: MarketKind;
  /** Wraps each message with the stream's name. */
  readonly isCombined: boolean;
  readonly names: readonly string[];
}

/** Returns undefined when the path is not one of Binance's streams. */
export function streamPlaceOf(path: string, query = ""): StreamPlace | undefined {
  const contract = CONTRACT.exec(path);
  const match = contract ?? SPOT.exec(path);
  if (match === null) return undefined;
  const [, inPath = "", combined] = match;
  const parameters = new URLSearchParams(query);
  const names = [
    ...inPath.split("/").map(decoded),
    ...(combined === undefined ? [] : (parameters.get("streams") ?? "").replaceAll(" ", PLUS).split("/")),
    // A user's stream, in the newer address format.
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
