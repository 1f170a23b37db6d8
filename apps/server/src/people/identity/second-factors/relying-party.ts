/** The WebAuthn relying party: the site of a passkey. */
export interface RelyingParty {
  /** A domain; an authenticator offers its passkeys only to it. */
  readonly rpId: string;
  /** Origins of pages that may request them. */
  readonly origins: readonly string[];
}

const LOCAL_NAME = /^(localhost|[a-z0-9-]+\.localhost)(:[0-9]{1,5})?$/;

/**
 * Returns the relying party of a request. A local host name is used as is; any other site is the one configured by the
 * operator, regardless of the request. Returns `undefined` if passkeys cannot be offered there (a bare IP address is
 * not a domain).
 * @param host host of the request, with its port
 * @param publicUrl public URL of the site
 */
export function relyingPartyOf(
  host: string | undefined,
  publicUrl: string | undefined,
): RelyingParty | undefined {
  const local = LOCAL_NAME.exec(host?.toLowerCase() ?? "");
  if (local?.[1] !== undefined)
    return { rpId: local[1], origins: [`http://${local[0]}`, `https://${local[0]}`] };
  if (publicUrl === undefined) return undefined;
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: hostname, origins: [origin] };
}
