/** The database that journals and files are committed to. */
export interface DatabaseSettings {
  /** `postgres://user:password@host1:port1,host2:port2/database`; the primary is one of the hosts. */
  readonly url: string;
  /** Minimum number of standbys that confirm each commit; 0 allows a single database. */
  readonly standbys: number;
}

const FORM = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#@]+)(\/[^/?#]+(?:\?[^#]*)?)$/;
const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9a-fA-F:]+\])(?::[0-9]{1,5})?$/;

/** One of a database's servers. */
export interface DatabaseHost {
  /** A URL with this host only. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** Its place among the hosts. */
  readonly index: number;
}

/** Returns the hosts of a URL in their order. Throws RangeError, without the password, if it has another form. */
export function hostsOf(url: string): readonly DatabaseHost[] {
  const [, login, hosts, rest] = FORM.exec(url) ?? [];
  const names = hosts?.split(",") ?? [];
  if (names.length === 0 || !names.every((name) => HOST.test(name)))
    throw new RangeError("must be postgres://user:password@host1:port1,host2:port2/database");
  return names.map((name, index) => {
    const single = `${login}${name}${rest}`;
    if (!URL.canParse(single)) throw new RangeError(`"${name}" is not a host with a port`);
    const { hostname, port } = new URL(single);
    const host = hostname.replace(/^\[|\]$/g, "");
    return { url: single, host, port: port === "" ? 5432 : Number(port), index };
  });
}
