/**
 * The push services of the browsers: Chrome and Edge on Android and desktops, Firefox, Safari, Edge on Windows. The server
 * itself calls what a browser names here, so an address of any other host is refused, whatever it leads to.
 */
const SERVICES: readonly string[] = [
  "fcm.googleapis.com",
  "android.googleapis.com",
  "updates.push.services.mozilla.com",
  "push.services.mozilla.com",
  "web.push.apple.com",
  "push.apple.com",
  "notify.windows.com",
];
const MAX_LENGTH = 2_048;

/** https, no credentials, the standard port, and a host of a known push service or below one. */
export function isPushEndpoint(text: string): boolean {
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return false;
  const { protocol, username, password, port, hostname } = new URL(text);
  if (protocol !== "https:" || username !== "" || password !== "" || port !== "") return false;
  return SERVICES.some((service) => hostname === service || hostname.endsWith(`.${service}`));
}
