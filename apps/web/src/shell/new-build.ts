let isNew = false;

/** Called when the server has a newer build than this page. */
export function markNewBuild(): void {
  isNew = true;
}

/** If so, the next navigation reloads: between two pages nothing is lost. */
export const hasNewBuild = (): boolean => isNew;
