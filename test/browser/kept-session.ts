import type { WireClient } from "../server/wire-client.ts";

/** What a browser keeps of a user who has logged in; see `visit`. */
export async function keptSession(
  wire: WireClient,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Readonly<Record<string, unknown>>> {
  const session = await wire.expectOk(wire.post("/user/login", { account: email, password }));
  return { vuex_user: session, token: session.token };
}
