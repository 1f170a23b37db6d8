/** What a call of the wire answers, as far as benches look. */
export interface WireReply {
  readonly code: number;
  readonly msg: string;
}

/** A call as a client at `address` makes it, through the proxy that the server trusts. */
export async function post(
  port: number,
  path: string,
  payload: object,
  address: string,
  shown: { readonly token?: string; readonly device?: string } = {},
): Promise<WireReply> {
  const data = Buffer.from(encodeURIComponent(JSON.stringify(payload))).toString("base64");
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method: "POST",
    headers: { "x-forwarded-for": address, ...shown },
    body: new URLSearchParams({ data }),
  });
  return (await response.json()) as WireReply;
}
