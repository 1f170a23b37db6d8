import type { Page } from "playwright-core";

/** What happens to a caught request. */
export type Fate = "goes on" | "never arrives" | "HTTP 500";

/**
 * Intercepts a page's requests to matching addresses ("*" matches any text). The browser pauses only these;
 * `page.route` pauses every request, about fifty per page without a cache.
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
    // The page may have canceled the request or closed: nothing to settle.
    settle(requestId).catch(() => undefined);
  });
  await devtools.send("Fetch.enable", { patterns: addresses.map((urlPattern) => ({ urlPattern })) });
}
