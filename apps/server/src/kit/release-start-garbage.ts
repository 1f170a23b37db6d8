/** After the start itself, and after what it leaves to do: makers fill their books, charts their history. */
const AFTER_MS = [20_000, 50_000];

/**
 * Collects what a start leaves behind in this thread: V8 keeps it until the heap has grown by half, and makers alone
 * allocate too little for that but too much to count as idle. Does nothing unless Node runs with `--expose-gc`.
 */
export function releaseStartGarbage(): void {
  const { gc } = globalThis;
  if (gc === undefined) return;
  for (const delayMs of AFTER_MS)
    setTimeout(() => gc({ type: "major", execution: "sync", flavor: "last-resort" }), delayMs).unref();
}
