let isNew = false;

/** The server has another build than this page is of. */
export function noteNewBuild(): void {
  isNew = true;
}

/** Then the next page that people go to comes from there: on the way from one to the other nobody loses anything. */
export const hasNewBuild = (): boolean => isNew;
