import type { CallName, CallReply } from "@candor/wire/calls";
import { CALLS } from "@candor/wire/calls";
import type { Page } from "playwright-core";

/** Playwright's error if a page or context is closed. */
const CLOSED = /has been (?:closed|disposed)|context disposed/;

/** Modifies a call's reply on its way to the browser. Ignores replies to pages closed meanwhile. */
export async function changeAnswer<Name extends CallName>(
  page: Page,
  name: Name,
  change: (data: CallReply<Name>) => void,
): Promise<void> {
  await page.route(`**${CALLS[name].path}*`, async (route) => {
    try {
      const response = await route.fetch();
      const body = (await response.json()) as { readonly data: string };
      const data = JSON.parse(Buffer.from(body.data, "base64").toString()) as CallReply<Name>;
      change(data);
      const changed = Buffer.from(JSON.stringify(data)).toString("base64");
      await route.fulfill({ response, json: { ...body, data: changed } });
    } catch (error) {
      const isLate = page.isClosed() || (error instanceof Error && CLOSED.test(error.message));
      if (!isLate) throw error;
    }
  });
}
