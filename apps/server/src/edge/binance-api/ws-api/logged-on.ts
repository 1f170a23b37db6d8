import { randomBytes, timingSafeEqual } from "node:crypto";

/** Header by which the WebSocket API marks requests of a logged-on connection. */
export const LOGGED_ON_HEADER = "x-logged-on";
/** Never leaves this process, so no outside request can set it. */
const TOKEN = randomBytes(32);

export const loggedOnHeaders = (): Readonly<Record<string, string>> => ({
  [LOGGED_ON_HEADER]: TOKEN.toString("hex"),
});

/** Whether a request comes from a logged-on connection of the WebSocket API. */
export function isLoggedOn(header: unknown): boolean {
  if (typeof header !== "string") return false;
  const shown = Buffer.from(header, "hex");
  return shown.length === TOKEN.length && timingSafeEqual(shown, TOKEN);
}
