/** Opens the search over the page; implemented by `SearchDoor`, which wraps all pages. */
export const searchDoor = { open: (): void => undefined };
