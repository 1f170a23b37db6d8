const KEY = "candor-reloaded-at";
/** If loading fails again within this time, another reload will not help. */
const ONCE_WITHIN_MS = 30_000;
/** Interval for checking whether the server is reachable. */
const RECHECK_MS = 3_000;

/** A part of the app could not be fetched. */
export class PartNotLoaded extends Error {}

/**
 * Loads a part of the app: a screen, a sheet, a chart. If it fails, either its build no longer exists or there is no
 * connection; browsers cache both failures, so importing again fails too. Once the server is reachable, the page
 * reloads itself, once; its position is in the address. If the user has moved to another page, the reload waits until
 * they return.
 * @param page the page that needs the part; null for every page
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
    // Throws without storage: then there is no automatic reload, because it could loop.
    sessionStorage.setItem(KEY, String(Date.now()));
    window.location.reload();
    // The page is reloading, so this promise never resolves.
    return await new Promise<never>(() => undefined);
  }
}

/** Loads what nothing can be shown without: retries until it is loaded. */
export async function loadInAnyCase<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await loadPart(load, null);
    } catch {
      await pause();
    }
  }
}

/** Retries by reloading the page, unless the server is unreachable. */
export async function reloadPage(): Promise<void> {
  if (await isServerThere()) window.location.reload();
}

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch("/", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, RECHECK_MS));
