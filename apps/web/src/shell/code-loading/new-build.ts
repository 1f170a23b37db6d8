let isNew = false;

/** Called when the server has a newer build than this page. */
export function markNewBuild(): void {
  isNew = true;
}

/** Whether the next navigation must reload the app. Nothing is lost when moving between pages. */
export const hasNewBuild = (): boolean => isNew;
