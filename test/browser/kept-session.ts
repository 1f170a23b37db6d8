import type { WireClient } from "../support/wire-client.ts";

/** Returns the browser storage of a logged-in user; see `visit`. */
export async function keptSession(
  wire: WireClient,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Readonly<Record<string, unknown>>> {
  const session = await wire.expectOk(wire.post("/user/login", { account: email, password }));
  return { vuex_user: session, token: session.token };
}
