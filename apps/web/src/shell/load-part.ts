const KEY = "candor-reloaded-at";
/** A second failure within this time is not mended by loading the page anew. */
const ONCE_WITHIN_MS = 30_000;
/** Between two looks whether the server answers. */
const LOOK_AGAIN_MS = 3_000;

/** A part of the app could not be fetched. */
export class PartNotLoaded extends Error {}

/**
 * Loads a part of the app: a screen, a sheet, a chart. A part that does not come is either of a build that no longer exists,
 * or there is no connection; browsers remember both, so that asking again gets the same. As soon as the server answers the
 * page loads itself anew, once; where it was is in its address. Who has gone elsewhere meanwhile is left alone until they
 * come back.
 * @param page that wants the part; null: every page does
 */
export async function loadPart<Part>(
  load: () => Promise<Part>,
  page: string | null = window.location.hash,
): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (Date.now() - Number(sessionStorage.getItem(KEY) ?? 0) < ONCE_WITHIN_MS)
      throw new PartNotLoaded("a part of the app was not loaded twice", { cause: error });
    while ((page ?? window.location.hash) !== window.location.hash || !(await isServerThere())) await pause();
    // Where nothing can be kept this throws: nothing is loaded anew there but by people, for want of the once.
    sessionStorage.setItem(KEY, String(Date.now()));
    window.location.reload();
    // The page is on its way out: what waits for the part goes on waiting.
    return await new Promise<never>(() => undefined);
  }
}

/** What could not be shown is tried again with a page that is loaded anew, unless there is nobody to load it from. */
export async function tryPageAgain(): Promise<void> {
  if (await isServerThere()) window.location.reload();
}

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch("/", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

export const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
