import { expect, test } from "vitest";
import { deviceName } from "./device-name.ts";

test("WEB-51 a device is named as its owner knows it: the browser and the system", () => {
  const mozilla = "Mozilla/5.0";
  const like = "AppleWebKit/537.36 (KHTML, like Gecko)";
  expect(deviceName(`${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`)).toBe(
    "Firefox, Linux",
  );
  expect(deviceName(`${mozilla} (Linux; Android 15; K) ${like} Chrome/140.0.0.0 Mobile Safari/537.36`)).toBe(
    "Chrome, Android",
  );
  expect(
    deviceName(`${mozilla} (Windows NT 10.0; Win64; x64) ${like} Chrome/140.0 Safari/537.36 Edg/140.0`),
  ).toBe("Edge, Windows");
  expect(
    deviceName(`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${like} Version/18.0 Safari/605.1.15`),
  ).toBe("Safari, macOS");
  expect(
    deviceName(
      `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${like} Version/18.0 Mobile Safari/604.1`,
    ),
  ).toBe("Safari, iPhone");
  expect(deviceName("curl/8.0")).toBe("");
});
