import type { Page } from "playwright-core";

/** Counts the charts' pixels with a token's color, over all layers. */
export const inkOf = (page: Page, token: string): Promise<number> =>
  page.evaluate(`(() => {
    const probe = document.createElement("canvas").getContext("2d");
    probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("${token}").trim();
    probe.fillRect(0, 0, 1, 1);
    const [r, g, b] = probe.getImageData(0, 0, 1, 1).data;
    let count = 0;
    for (const canvas of document.querySelectorAll(".candles canvas")) {
      if (canvas.width === 0 || canvas.height === 0) continue;
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      for (let at = 0; at < data.length; at += 4) {
        if (data[at] === r && data[at + 1] === g && data[at + 2] === b && data[at + 3] === 255) count++;
      }
    }
    return count;
  })()`);
