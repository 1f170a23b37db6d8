/** Domain of the names; every name below `localhost` is this machine (RFC 6761, 6.3). */
const DOMAIN = "candor.localhost";

interface Host {
  /** Paths that it serves. */
  readonly paths: readonly string[];
  /** Part that its paths have here in addition, because other hosts use the same. */
  readonly prefix?: string;
}

/** Binance's hosts by their first label. */
const HOSTS: Readonly<Record<string, Host>> = {
  api: { paths: ["/api", "/sapi"] },
  fapi: { paths: ["/fapi", "/futures"] },
  stream: { paths: ["/ws"], prefix: "/stream" },
  fstream: { paths: ["/ws", "/stream", "/public", "/market", "/private"], prefix: "/fstream" },
  "ws-api": { paths: ["/ws-api"] },
  "ws-fapi": { paths: ["/ws-fapi"] },
};
/** Combined streams of the spot host, which have the same path here. */
const COMBINED = "/stream";

/** All names that the certificate has. */
export const TLS_HOSTS: readonly string[] = [
  ...Object.keys(HOSTS).map((label) => `${label}.${DOMAIN}`),
  DOMAIN,
  "localhost",
];

/**
 * Returns the address here of a request to one of Binance's hosts, `undefined` if that host does not have its path. Other hosts
 * have the addresses of the plain port.
 * @param host value of the `Host` header
 * @param url path and query
 */
export function addressAtHost(host: string, url: string): string | undefined {
  const [name = ""] = host.toLowerCase().split(":");
  const label = name.endsWith(`.${DOMAIN}`) ? name.slice(0, -DOMAIN.length - 1) : "";
  const known = Object.hasOwn(HOSTS, label) ? HOSTS[label] : undefined;
  if (known === undefined) return url;
  const [path = ""] = url.split("?", 1);
  const isBelow = (start: string): boolean => path === start || path.startsWith(`${start}/`);
  if (label === "stream" && isBelow(COMBINED)) return url;
  return known.paths.some(isBelow) ? `${known.prefix ?? ""}${url}` : undefined;
}
