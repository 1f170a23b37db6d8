import type { Page } from "playwright-core";

/** What becomes of a request that was caught. */
export type Fate = "goes on" | "never arrives" | "HTTP 500";

/**
 * Catches a page's requests to some addresses, "*" being any text, on their way to the server. The browser asks about
 * these alone; for `page.route` it asks about every request, and a page without cache makes some fifty for files.
 */
export async function catchRequests(
  page: Page,
  addresses: readonly string[],
  fateOf: () => Fate | Promise<Fate>,
): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const settle = async (requestId: string): Promise<unknown> => {
    const fate = await fateOf();
    if (fate === "goes on") return devtools.send("Fetch.continueRequest", { requestId });
    if (fate === "never arrives")
      return devtools.send("Fetch.failRequest", { requestId, errorReason: "Failed" });
    return devtools.send("Fetch.fulfillRequest", { requestId, responseCode: 500 });
  };
  devtools.on("Fetch.requestPaused", ({ requestId }) => {
    // The page may have taken the request back meanwhile, or be closed: then it needs no fate.
    settle(requestId).catch(() => undefined);
  });
  await devtools.send("Fetch.enable", { patterns: addresses.map((urlPattern) => ({ urlPattern })) });
}
