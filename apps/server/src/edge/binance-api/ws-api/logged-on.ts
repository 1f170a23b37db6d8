import { randomBytes, timingSafeEqual } from "node:crypto";

/** The header of a request by which the WebSocket API says that its connection has signed once, for all that follows. */
export const LOGGED_ON_HEADER = "x-logged-on";
/** Known to this process alone, and told to nobody: what comes from outside cannot show it. */
const TOKEN = randomBytes(32);

export const loggedOnHeaders = (): Readonly<Record<string, string>> => ({
  [LOGGED_ON_HEADER]: TOKEN.toString("hex"),
});

/** Whether a request was asked by a connection of the WebSocket API that has logged on. */
export function isLoggedOn(header: unknown): boolean {
  if (typeof header !== "string") return false;
  const shown = Buffer.from(header, "hex");
  return shown.length === TOKEN.length && timingSafeEqual(shown, TOKEN);
}
