import { expect, test } from "vitest";
import { useQuietStage } from "./stage.ts";
import { NARROW_PHONE, open, PHONE, visit } from "./web-app.ts";

const stage = useQuietStage();

/** Leaflet reports the end of a move this long after the window was resized. */
const RESIZE_REPORT_MS = 200;

test("WEB-142 a map that is closed right after the window was resized causes no error", async () => {
  const { context, page, problems } = await visit(stage.browser, { viewport: PHONE });
  await open(page, stage.url, "/");
  await page.evaluate("location.hash = '#/pages/choose-location'");
  await page.getByRole("application").locator(".map-land").first().waitFor();
  for (const viewport of [NARROW_PHONE, PHONE, NARROW_PHONE]) {
    await page.setViewportSize(viewport);
    await page.evaluate("new Promise(requestAnimationFrame)");
    await page.evaluate("history.back()");
    await page.getByRole("application").waitFor({ state: "detached" });
    // The page's own clock decides when the report would come.
    await page.evaluate(`new Promise((done) => setTimeout(done, ${2 * RESIZE_REPORT_MS}))`);
    await page.evaluate("history.forward()");
    await page.getByRole("application").locator(".map-land").first().waitFor();
  }
  expect(problems).toEqual([]);
  await context.close();
});
