import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from "playwright-core";
import { findBrowser } from "../../scripts/install-browser.ts";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A mid-range phone on a slow mobile network, as emulated by common web page audits. */
const PHONE = { width: 390, height: 844 };
const CPU_SLOWDOWN = 4;
const BYTES_PER_SECOND = 1_600_000 / 8;
const ROUND_TRIP_MS = 150;

export function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error("no Chromium: install it, or set CHROMIUM to its path");
  return chromium.launch({ executablePath, args: FLAGS });
}

export interface Device {
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Default: "slow". */
  readonly network?: "fast" | "slow";
  /** Default: "slow". Use "fast" when counting processor time, which emulation only stretches. */
  readonly processor?: "fast" | "slow";
}

export interface DevicePage {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly devtools: CDPSession;
}

/** Opens a device with an empty cache. Close its context when done. */
export async function newDevice(browser: Browser, device: Device = {}): Promise<DevicePage> {
  const viewport = device.viewport ?? PHONE;
  const isPhone = viewport.width < 1024;
  const context = await browser.newContext({
    viewport,
    hasTouch: isPhone,
    isMobile: isPhone,
    locale: "en-GB",
    // A peer sets styles in ways that the app's CSP forbids.
    bypassCSP: true,
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Performance.enable");
  if (device.processor !== "fast") {
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  }
  if (device.network !== "fast") {
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: ROUND_TRIP_MS,
      downloadThroughput: BYTES_PER_SECOND,
      uploadThroughput: BYTES_PER_SECOND,
    });
  }
  return { context, page, devtools };
}

/** Returns the processor time used by the page's main thread: scripts, styles, layout and paint. */
export async function threadMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  const seconds = metrics.find(({ name }) => name === "ThreadTime")?.value;
  if (seconds === undefined) throw new Error("this browser does not count thread time");
  return seconds * 1_000;
}
