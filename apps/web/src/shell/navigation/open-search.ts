/** Opens the search over the page; implemented by `SearchOverlay`, which wraps all pages. */
export const searchOverlay = { open: (): void => undefined };
