/**
 * Push services of the browsers: Chrome and Edge on Android and desktops, Firefox, Safari, Edge on Windows. The server
 * itself calls the URL a browser sends, so any other host is rejected, wherever it leads.
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

/** Requires https, no credentials, the standard port, and a known push service as the host or its parent domain. */
export function isPushEndpoint(text: string): boolean {
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return false;
  const { protocol, username, password, port, hostname } = new URL(text);
  if (protocol !== "https:" || username !== "" || password !== "" || port !== "") return false;
  return SERVICES.some((service) => hostname === service || hostname.endsWith(`.${service}`));
}
