/** Returns the path in the address, which changes before the page: the next page is rendered in the background. */
export const addressedPath = (): string => window.location.hash.slice(1).split("?")[0] ?? "";
