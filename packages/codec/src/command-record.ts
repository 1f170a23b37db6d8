import type { CommandKind } from "@candor/domain/commands/commands";
import { NUMBER_BYTES, type NumberField, type PackedField, u32 } from "./command-fields.ts";
import { HEADER_BYTES, KEY_LENGTH_AT, KIND, KIND_AT, USER_AT } from "./command-layout.ts";
import { CompiledSource } from "./compiled-source.ts";

/**
 * The fixed record of a frequent command. Its reader, its writer and the positions of its fields follow from its fields,
 * compiled from source that is made of them.
 */
export interface CommandRecord<C extends object, Place extends string = string> {
  /** Positions of the fields in bytes, counted from the record's start. */
  readonly at: Readonly<Record<Place, number>>;
  /** Length of header and fields, and the position of the key. */
  readonly bytes: number;
  /** Makes a command to read into. */
  readonly blank: () => C;
  /** Overwrites all fields of `into` and returns it. */
  readonly read: (view: DataView, bytes: Uint8Array, at: number, into: C) => C;
  /** Writes everything but the length and the key. Throws RangeError when a field is out of range. */
  readonly write: (view: DataView, at: number, command: C) => void;
}

type Field = NumberField<unknown> | PackedField<unknown>;
type Fields = Readonly<Record<string, { readonly form: string }>>;
type Given<F> = F extends { readonly gives?: () => infer T } ? T : never;
type NamesOf<F extends Fields, Form extends string> = {
  [Name in keyof F]: F[Name] extends { readonly form: Form } ? Name : never;
}[keyof F];
type Intersected<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void
  ? I
  : never;
type Flat<T> = { [Name in keyof T]: T[Name] };
type Body<Kind, F extends Fields> = { readonly kind: Kind } & {
  readonly [Name in NamesOf<F, "number">]: Given<F[Name]>;
} & Intersected<Given<F[NamesOf<F, "packed">]>>;
type Keyed = { readonly userId: number; readonly key: string };

/** The record of a command that a user sends, with a key. */
export function keyedRecord<const Kind extends CommandKind, F extends Fields>(
  kind: Kind,
  fields: F,
): CommandRecord<Flat<Body<Kind, F> & Keyed>, keyof F & string> {
  return compileRecord(kind, fields, true);
}

/** The record of a command without user and key. */
export function plainRecord<const Kind extends CommandKind, F extends Fields>(
  kind: Kind,
  fields: F,
): CommandRecord<Flat<Body<Kind, F>>, keyof F & string> {
  return compileRecord(kind, fields, false);
}

interface Placed {
  readonly name: string;
  readonly field: Field;
  readonly at: number;
}

function compileRecord<C extends object>(
  kind: CommandKind,
  fields: Fields,
  isKeyed: boolean,
): CommandRecord<C> {
  const placed: Placed[] = [];
  let bytes = HEADER_BYTES;
  for (const [name, field] of Object.entries(fields as Readonly<Record<string, Field>>)) {
    placed.push({ name, field, at: bytes });
    bytes += NUMBER_BYTES[field.type];
  }
  return {
    at: Object.fromEntries(placed.map(({ name, at }) => [name, at])),
    bytes,
    blank: compileBlank(kind, placed, isKeyed) as () => C,
    read: compileReader(placed, bytes, isKeyed) as CommandRecord<C>["read"],
    write: compileWriter(kind, placed, isKeyed) as CommandRecord<C>["write"],
  };
}

/** As source: the value of each property that a field gives. */
function valuesOf({ name, field }: Placed, number: string, source: CompiledSource): [string, string][] {
  return field.form === "number"
    ? [[name, field.decode(number, source)]]
    : Object.entries(field.parts).map(([part, decode]) => [part, `${source.use(decode)}(${number})`]);
}

/** One literal, so that V8 gives all commands of a kind the same shape. */
function compileBlank(kind: string, placed: readonly Placed[], isKeyed: boolean): unknown {
  const source = new CompiledSource();
  const values = placed.flatMap((each) => valuesOf(each, "0", source));
  const all = [
    ["kind", JSON.stringify(kind)],
    ...(isKeyed ? [["userId", "0"]] : []),
    ...values,
    ...(isKeyed ? [["key", '""']] : []),
  ];
  return source.compile(`() => ({ ${all.map(([name, value]) => `${name}: ${value}`).join(", ")} })`);
}

function compileReader(placed: readonly Placed[], bytes: number, isKeyed: boolean): unknown {
  const source = new CompiledSource();
  const steps: string[] = [];
  if (isKeyed) steps.push(`into.userId = view.getUint32(at + ${USER_AT}, true);`);
  for (const each of placed) {
    const get = `view.get${each.field.type}(at + ${each.at}, true)`;
    const isPacked = each.field.form === "packed";
    if (isPacked) steps.push(`const ${each.name} = ${get};`);
    for (const [name, value] of valuesOf(each, isPacked ? each.name : get, source))
      steps.push(`into.${name} = ${value};`);
  }
  if (isKeyed)
    steps.push(
      `into.key = ${source.use(readKey)}(bytes, at + ${bytes}, view.getUint8(at + ${KEY_LENGTH_AT}));`,
    );
  return source.compile(`(view, bytes, at, into) => { ${steps.join(" ")} return into; }`);
}

function compileWriter(kind: CommandKind, placed: readonly Placed[], isKeyed: boolean): unknown {
  const source = new CompiledSource();
  const header = [
    `view.setUint8(at + ${KIND_AT}, ${KIND[kind]});`,
    `view.setUint8(at + ${KEY_LENGTH_AT}, ${isKeyed ? "command.key.length" : "0"});`,
    `view.setUint32(at + ${USER_AT}, ${isKeyed ? `${source.use(u32)}(command.userId)` : "0"}, true);`,
  ];
  const steps = placed.map(({ name, field, at }) => {
    const number =
      field.form === "number"
        ? field.encode(`command.${name}`, source)
        : `${source.use(field.encode)}(command)`;
    return `view.set${field.type}(at + ${at}, ${number}, true);`;
  });
  return source.compile(`(view, at, command) => { ${[...header, ...steps].join(" ")} }`);
}

/** ASCII. */
function readKey(bytes: Uint8Array, at: number, length: number): string {
  if (length === 0) return "";
  let key = "";
  for (let i = 0; i < length; i++) key += String.fromCharCode(bytes[at + i] as number);
  return key;
}
