/**
 * JSON types of payloads, written compactly: `"orderId:i price:8 stopPrice:d?"`. Types are `s` text, `d` decimal text, `8`
 * decimal text with eight decimals, `i` whole number, `n` number, `b` boolean, `0` null, and alternatives such as `s|0`. A
 * question mark is a field that Binance sends only sometimes.
 */
export type Shape =
  | string
  | readonly [Shape]
  | { readonly row: readonly Shape[] }
  | { readonly has: string; readonly parts?: Readonly<Record<string, Shape>> };

const SIMPLE: Readonly<Record<string, (value: unknown) => boolean>> = {
  s: (value) => typeof value === "string",
  d: (value) => typeof value === "string" && /^-?[0-9]+(?:\.[0-9]+)?$/.test(value),
  "8": (value) => typeof value === "string" && /^-?[0-9]+\.[0-9]{8}$/.test(value),
  i: (value) => Number.isInteger(value),
  n: (value) => typeof value === "number",
  b: (value) => typeof value === "boolean",
  "0": (value) => value === null,
};

/** A shape with the listed fields, and with parts that have shapes of their own. A part may end in `?`. */
export const has = (fields: string, parts: Readonly<Record<string, Shape>> = {}): Shape => ({
  has: fields,
  parts,
});

/** Returns what a strict decoder would refuse: missing fields and other JSON types. Additional fields are no fault. */
export function faultsOf(value: unknown, shape: Shape, at = "$"): string[] {
  if (typeof shape === "string") return simpleFault(value, shape, at);
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${at} is no list`];
    return [...new Set(value.flatMap((each) => faultsOf(each, shape[0], `${at}[]`)))];
  }
  if ("row" in shape) {
    if (!Array.isArray(value) || value.length !== shape.row.length)
      return [`${at} is no row of ${shape.row.length}`];
    return shape.row.flatMap((each, index) => faultsOf(value[index], each, `${at}[${index}]`));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${at} is no object`];
  const fields: [string, Shape][] = [
    ...shape.has
      .split(" ")
      .filter((word) => word !== "")
      .map(typed),
    ...Object.entries(shape.parts ?? {}),
  ];
  return fields.flatMap(([name, each]) =>
    fieldFaults(value as Readonly<Record<string, unknown>>, name, each, at),
  );
}

const isList = (shape: Exclude<Shape, string>): shape is readonly [Shape] => Array.isArray(shape);

function typed(word: string): [string, Shape] {
  const [, name = "", type = "", optional = ""] = /^(.+):([^:?]+)(\??)$/.exec(word) ?? [];
  if (type === "") throw new Error(`${word} has no type`);
  return [name + optional, type];
}

function fieldFaults(
  value: Readonly<Record<string, unknown>>,
  name: string,
  shape: Shape,
  at: string,
): string[] {
  const field = name.replace("?", "");
  if (field in value) return faultsOf(value[field], shape, `${at}.${field}`);
  return field === name ? [`${at}.${field} is missing`] : [];
}

function simpleFault(value: unknown, types: string, at: string): string[] {
  const fits = types.split("|").some((type) => {
    const test = SIMPLE[type];
    if (test === undefined) throw new Error(`there is no type ${type}`);
    return test(value);
  });
  return fits ? [] : [`${at} is not ${types}: ${JSON.stringify(value)}`];
}
