import { beforeAll, expect, test } from "vitest";
import { catchRequests } from "./catch-requests.ts";
import { eventually, useQuietStage } from "./stage.ts";
import { settled } from "./web-app.ts";

const stage = useQuietStage();
let url: string;

beforeAll(() => {
  ({ url } = stage);
});

const CODE_OR_CALL = /\/(?:assets|api)\//;

const NOT_FOR_FIRST_RENDER = /announced-terms|survive-translation|app-worker-registration/;

interface Shown {
  readonly route: string;
  /** Text on the screen once it is rendered. */
  readonly drawn: string;
  /** Calls that the screen makes on its first render. */
  readonly calls: readonly string[];
}

const SCREENS: readonly Shown[] = [
  { route: "/", drawn: ".home-proof", calls: ["/api/market/coinList", "/api/Evidence/liabilities"] },
  { route: "/pages/trans/index?symbol=BTCUSDT", drawn: ".ticket", calls: ["/api/market/coinList"] },
  {
    route: "/pages/trans/contract?symbol=BTCUSDT",
    drawn: ".ticket",
    calls: ["/api/market/coinList", "/api/Contract/brackets"],
  },
];

test.each(SCREENS)(
  "WEB-139 the page itself requests all that $route needs: nothing waits for code",
  async ({ route, drawn, calls }) => {
    const { page, context, problems } = await stage.visit({ locale: "de-DE" });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The entry script is delayed: anything requested before it was not requested by the app's code.
    await catchRequests(page, ["*/assets/index-*.js"], async () => {
      await released;
      return "goes on" as const;
    });
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (CODE_OR_CALL.test(pathname)) asked.push(pathname);
    });
    await page.goto(`${url}/#${route}`, { waitUntil: "commit" });
    await expect
      .poll(() => asked.filter((path) => path.startsWith("/api/")).length)
      .toBeGreaterThan(calls.length);
    // What the document names is asked for by now; the first script, which is held back, has not run.
    await eventually(() => page.evaluate("document.readyState")).toBe("interactive");
    const before = new Set(asked);
    for (const path of calls) expect([...before]).toContain(path);
    expect([...before].some((path) => path.endsWith("/first-de.js"))).toBe(true);
    release();
    await page.locator(drawn).first().waitFor();
    const later = asked.filter((path) => /\.(?:js|css)$/.test(path) && !before.has(path));
    const optional = later.filter((path) => NOT_FOR_FIRST_RENDER.test(path));
    const withImports = new Set([...optional, ...(await Promise.all(optional.map(importsOf))).flat()]);
    expect(later.filter((path) => !withImports.has(path))).toEqual([]);
    await settled(page);
    for (const path of calls)
      expect(asked.filter((each) => each === path).length, path).toBeLessThanOrEqual(2);
    expect(problems).toEqual([]);
    await context.close();
  },
);

/** The paths of the chunks that the chunk at `path` imports. */
async function importsOf(path: string): Promise<readonly string[]> {
  const code = await (await fetch(`${url}${path}`)).text();
  return [...code.matchAll(/["'`]\.\/([\w-]+\.js)["'`]/g)].map(([, file]) => `/assets/${file}`);
}
