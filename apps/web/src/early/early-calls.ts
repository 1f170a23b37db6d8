/** Read-only calls that a screen makes on its first render, by `<feature>/<name>`: method and path, without a body. */
const LISTING = "GET /market/coinList";
const SITE = "GET /home/index";

/** The shell loads the site's settings on every screen. */
const CALLS_OF_SHELL: readonly string[] = [SITE];

const CALLS_OF_SCREEN: Readonly<Record<string, readonly string[]>> = {
  "home/home": [LISTING, "POST /Evidence/liabilities"],
  "market/market": [LISTING],
  "market-detail/market-detail": [LISTING],
  "chart/chart": [LISTING],
  "spot/trade": [LISTING],
  "contract/contract": [LISTING, "POST /Contract/brackets"],
  "option/second-contract": [LISTING],
  "lever/lever": [LISTING],
};

export const earlyCallsOf = (screen: string): readonly string[] => [
  ...(CALLS_OF_SCREEN[screen] ?? []),
  ...CALLS_OF_SHELL,
];
