/** The site that a passkey is for, as WebAuthn names it. */
export interface RelyingParty {
  /** A domain; an authenticator gives its passkeys to this one only. */
  readonly rpId: string;
  /** Pages that may ask for them. */
  readonly origins: readonly string[];
}

const LOCAL_NAME = /^(localhost|[a-z0-9-]+\.localhost)(:[0-9]{1,5})?$/;

/**
 * A machine's own name stands for itself; any other site is the one that the operator has named, whatever a request
 * claims. undefined: passkeys cannot be offered there (a bare network address is no domain).
 * @param host of the request, with its port
 * @param publicUrl where people reach the site
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
