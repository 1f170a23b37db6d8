/** Opens the search over the page; `SearchDoor`, which stands around all pages, says how. */
export const searchDoor = { open: (): void => undefined };
