import { expect, test } from "vitest";
import { isPushEndpoint } from "./push-endpoint.ts";

test("NOTE-06 only addresses of browsers' push services are accepted, with TLS on the standard port", () => {
  for (const endpoint of [
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/abc",
    "https://sg2p.notify.windows.com/w/?token=abc",
  ])
    expect(isPushEndpoint(endpoint), endpoint).toBe(true);
  for (const endpoint of [
    "",
    "/push",
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://127.0.0.1/push",
    "https://[::1]/push",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/push",
    "https://example.org/push",
    "https://fcm.googleapis.com.example.org/push",
    "https://evilfcm.googleapis.com.evil/push",
    "https://notfcm-googleapis.com/push",
    "https://fcm.googleapis.com:8443/push",
    "https://user:secret@fcm.googleapis.com/push",
    "https://example.org/?https://fcm.googleapis.com/",
    "https://example.org#.fcm.googleapis.com",
    `https://fcm.googleapis.com/${"a".repeat(2_048)}`,
  ])
    expect(isPushEndpoint(endpoint), endpoint).toBe(false);
});
