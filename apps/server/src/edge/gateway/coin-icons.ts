import type { FastifyInstance } from "fastify";
import type { Listings } from "../../market/market-data/listings.ts";

const FILE = /^([a-z0-9]{2,10})\.svg$/;
const HUES = 360;
/** Spreads adjacent letters over the color circle. */
const HUE_STEP = 47;
const LETTERS = 3;
const DAY_SECONDS = 86_400;

/** Returns an icon for an asset without artwork: its letters on a color of its own. */
function coinIcon(symbol: string): string {
  let hue = 0;
  for (let i = 0; i < symbol.length; i++) hue = (hue * HUE_STEP + symbol.charCodeAt(i)) % HUES;
  const letters = symbol.slice(0, LETTERS);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    `<circle cx="32" cy="32" r="32" fill="hsl(${hue} 55% 38%)"/>`,
    '<text x="32" y="39" text-anchor="middle" font-family="system-ui, sans-serif" font-size="20"',
    ` font-weight="600" fill="#fff">${letters}</text></svg>`,
  ].join("");
}

/** Serves `/coins/<asset>.svg` for every listed asset, as named in `iconUrl`. */
export function serveCoinIcons(pages: FastifyInstance, listings: Listings): void {
  pages.get<{ Params: { file: string } }>("/coins/:file", (request, reply) => {
    const symbol = FILE.exec(request.params.file.toLowerCase())?.[1]?.toUpperCase() ?? "";
    if (listings.assetBySymbol(symbol) === undefined) return reply.callNotFound();
    return reply
      .type("image/svg+xml")
      .header("cache-control", `public, max-age=${DAY_SECONDS}`)
      .send(coinIcon(symbol));
  });
}
