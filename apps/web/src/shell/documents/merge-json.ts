type Fields = Readonly<Record<string, unknown>>;

/**
 * Merges two changes of one JSON value, here and on another device. Fields and list items change one by one: items of a
 * list are known by their `id`, or are texts or numbers. What both have changed is as it is here; an item that either has
 * removed is gone.
 * @param base what both have changed; `undefined` if there was nothing
 */
export function mergeJson(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isSameJson(mine, theirs) || isSameJson(base, theirs)) return mine;
  if (isSameJson(base, mine)) return theirs;
  if (isFields(mine) && isFields(theirs)) return mergeFields(isFields(base) ? base : {}, mine, theirs);
  if (!Array.isArray(mine) || !Array.isArray(theirs)) return mine;
  return mergeItems(Array.isArray(base) ? base : [], mine, theirs) ?? mine;
}

export const isSameJson = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function mergeFields(base: Fields, mine: Fields, theirs: Fields): Fields {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  return Object.fromEntries(
    names.flatMap((name) => {
      const merged = mergeJson(base[name], mine[name], theirs[name]);
      return merged === undefined ? [] : [[name, merged]];
    }),
  );
}

/** Returns `undefined` if any list has items that cannot be told apart. */
function mergeItems(
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
): readonly unknown[] | undefined {
  const [before, here, there] = [byKey(base), byKey(mine), byKey(theirs)];
  if (before === undefined || here === undefined || there === undefined) return undefined;
  const isLeft = (key: unknown): boolean => (here.has(key) && there.has(key)) || !before.has(key);
  // Who has changed the order decides it; if both have, it is as here.
  const [first, second] = isInOrder(before, here) ? [there, here] : [here, there];
  const keys = new Set([...first.keys(), ...second.keys()].filter(isLeft));
  return [...keys].map((key) => {
    if (!here.has(key)) return there.get(key);
    return there.has(key) ? mergeJson(before.get(key), here.get(key), there.get(key)) : here.get(key);
  });
}

function byKey(items: readonly unknown[]): ReadonlyMap<unknown, unknown> | undefined {
  const keys = items.map((item) => (isFields(item) ? item["id"] : item));
  const areKeys = keys.every((key) => typeof key === "string" || typeof key === "number");
  if (!areKeys || new Set(keys).size < keys.length) return undefined;
  return new Map(keys.map((key, at) => [key, items[at]]));
}

/** Whether the items that both have are in the same order. */
function isInOrder(before: ReadonlyMap<unknown, unknown>, after: ReadonlyMap<unknown, unknown>): boolean {
  const common = [...before.keys()].filter((key) => after.has(key));
  const now = [...after.keys()].filter((key) => before.has(key));
  return common.every((key, at) => key === now[at]);
}
