import { CompiledSource } from "./compiled-source.ts";
import { KIND_RANGE } from "./event-record.ts";
import type {
  CountedField,
  NumbersField,
  OptionalField,
  PackedField,
  RestField,
  Row,
  SpreadField,
  Tail,
  UnusedField,
  WordField,
} from "./record-fields.ts";

/**
 * The layout of one kind of event. Its decoder, its writer, the places of its fields and the event's type follow from it.
 * Decoder and writer are compiled from source that is made of the layout, each when it is first used: they are as fast as
 * ones written by hand, and five times as fast as a loop over names.
 */
export interface RecordLayout<Event extends object, Place extends string = string> {
  readonly kind: number;
  /** Its event's `kind`. */
  readonly name: string;
  /** Where the words of the fixed part are, counted from the record's head: for `EventCursor.field`. */
  readonly at: Readonly<Record<Place, number>>;
  /** Words of the fixed part, head included. */
  readonly words: number;
  readonly decode: (words: Float64Array, at: number) => Event;
  readonly write: (out: RecordSink, event: Omit<Event, "kind">) => void;
}

/** Where records are appended: an EventBuffer. */
export interface RecordSink {
  numbers(kind: number, fields: readonly number[]): void;
  record(kind: number, fields: readonly number[], tails: readonly Tail[]): void;
}

/** Fields in their order in the record. The name of a packed or spread field only serves as its place. */
type Fields = Readonly<Record<string, { readonly form: string }>>;
type Form<F> = F extends { readonly form: infer Name } ? Name : never;
type Given<F> = F extends { readonly gives?: () => infer T } ? T : never;
type NamesOf<F extends Fields, Forms extends string> = {
  [Name in keyof F]: Form<F[Name]> extends Forms ? Name : never;
}[keyof F];
type Intersected<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void
  ? I
  : never;

/** What records of these fields are decoded to, but for its kind. */
type ValuesOf<F extends Fields> = {
  readonly [Name in NamesOf<F, "word" | "numbers" | "counted" | "rest">]: Given<F[Name]>;
} & { readonly [Name in NamesOf<F, "optional">]?: Given<F[Name]> } & Intersected<
    Given<F[NamesOf<F, "packed" | "spread" | "spread-counted">]>
  >;

type Flat<T> = { [Name in keyof T]: T[Name] };
type PlaceOf<F extends Fields> = NamesOf<F, "word" | "numbers" | "packed" | "spread" | "optional"> & string;

type FixedField =
  | WordField<unknown>
  | OptionalField<unknown>
  | PackedField<unknown>
  | SpreadField<unknown>
  | NumbersField<unknown>
  | UnusedField;
type AnyField =
  | FixedField
  | CountedField<unknown>
  | CountedField<unknown, "spread-counted">
  | RestField<unknown>;

/** @param kind one of EVENT */
export function record<const Name extends string, F extends Fields>(
  kind: number,
  name: Name,
  fields: F,
): RecordLayout<Flat<{ readonly kind: Name } & ValuesOf<F>>, PlaceOf<F>> {
  type Event = Flat<{ readonly kind: Name } & ValuesOf<F>>;
  const entries = entriesOf(fields);
  const layout: { -readonly [K in keyof RecordLayout<Event, PlaceOf<F>>]: RecordLayout<Event>[K] } = {
    kind,
    name,
    at: placesOf(entries),
    words: fixedWords(entries),
    decode: (words, at) => {
      layout.decode = compileDecoder(entries, `kind: ${JSON.stringify(name)}, `) as typeof layout.decode;
      return layout.decode(words, at);
    },
    write: (out, event) => {
      layout.write = compileWriter(kind, entries);
      layout.write(out, event);
    },
  };
  return layout;
}

/** A row of fields of one word each; see `counted` and `rest`. */
export function row<F extends Fields>(fields: F): Row<Flat<ValuesOf<F>>> {
  const entries = entriesOf(fields);
  const words = fixedWords(entries) - 1;
  // A row has no head: what would follow the head is its first word.
  const decode = compileDecoder(entries, "");
  const write = compileWriter(0, entries);
  return {
    words,
    decode: (from, at) => decode(from, at - 1) as Flat<ValuesOf<F>>,
    encode: (values) => {
      let encoded: readonly number[] = [];
      const sink = {
        numbers: (_: number, written: readonly number[]) => {
          encoded = written;
        },
        record: () => undefined,
      };
      write(sink, values);
      return encoded;
    },
  };
}

type Entry = readonly [name: string, field: AnyField];

const entriesOf = (fields: Fields): readonly Entry[] =>
  Object.entries(fields as unknown as Readonly<Record<string, AnyField>>);

function wordsIn(field: AnyField): number {
  if (field.form === "numbers") return field.words;
  return field.form === "rest" ? 0 : 1;
}

/** The head included. */
const fixedWords = (entries: readonly Entry[]): number =>
  entries.reduce((sum, [, field]) => sum + wordsIn(field), 1);

function placesOf(entries: readonly Entry[]): Record<string, number> {
  const places: Record<string, number> = {};
  let at = 1;
  for (const [name, field] of entries) {
    places[name] = at;
    at += wordsIn(field);
  }
  return places;
}

type Decoder = (words: Float64Array, at: number) => object;

function compileDecoder(entries: readonly Entry[], kind: string): Decoder {
  const source = new CompiledSource();
  const steps = [`const end = at + Math.floor(words[at] / ${KIND_RANGE});`];
  const properties: string[] = [];
  let place = 1;
  let tail = `at + ${fixedWords(entries)}`;
  for (const [name, field] of entries) {
    const word = `words[at + ${place}]`;
    if (field.form === "counted" || field.form === "spread-counted") {
      const start = `tail${steps.length}`;
      steps.push(`const ${start} = ${tail};`);
      tail = `${start} + ${source.use(field.wordsOf)}(${word})`;
      const value = `${source.use(field.decode)}(words, ${start}, ${word})`;
      properties.push(field.form === "counted" ? `${JSON.stringify(name)}: ${value}` : `...${value}`);
    } else if (field.form === "rest")
      properties.push(`${JSON.stringify(name)}: ${source.use(field.decode)}(words, ${tail}, end)`);
    else properties.push(...fixedProperties(source, name, field, place));
    place += wordsIn(field);
  }
  const body = `return { ${kind}${properties.join(", ")} };`;
  return source.compile(`(words, at) => { ${steps.join(" ")} ${body} }`) as Decoder;
}

/** As source: what a field of the fixed part gives. */
function fixedProperties(source: CompiledSource, name: string, field: FixedField, place: number): string[] {
  const word = `words[at + ${place}]`;
  const key = JSON.stringify(name);
  const valueOf = ({ decode }: WordField<unknown>): string =>
    decode === undefined ? word : `${source.use(decode)}(${word}, ${key})`;
  switch (field.form) {
    case "word":
      return [`${key}: ${valueOf(field)}`];
    case "optional":
      return [`...(end > at + ${place} ? { ${key}: ${valueOf(field.word)} } : undefined)`];
    case "packed":
      return field.parts.map((part) => `${JSON.stringify(part.name)}: ${source.use(part.decode)}(${word})`);
    case "spread":
      return [`...${source.use(field.decode)}(${word})`];
    case "numbers": {
      const list = Array.from({ length: field.words }, (_, index) => `words[at + ${place + index}]`);
      return [`${key}: [${list.join(", ")}]`];
    }
    default:
      return [];
  }
}

type Writer = (out: RecordSink, event: object) => void;

function compileWriter(kind: number, entries: readonly Entry[]): Writer {
  const source = new CompiledSource();
  const steps: string[] = [];
  const numbers: string[] = [];
  const tails: string[] = [];
  for (const [name, field] of entries) {
    const value = `event[${JSON.stringify(name)}]`;
    if (field.form === "counted" || field.form === "spread-counted") {
      const tail = `tail${steps.length}`;
      const given = field.form === "counted" ? value : "event";
      steps.push(`const ${tail} = ${source.use(field.encode)}(${given});`);
      numbers.push(`${tail}.count`);
      tails.push(`${tail}.tail`);
    } else if (field.form === "rest") tails.push(`${source.use(field.encode)}(${value})`);
    else numbers.push(fixedNumbers(source, field, value));
  }
  const list = `[${numbers.join(", ")}]`;
  const append =
    tails.length === 0
      ? `out.numbers(${kind}, ${list})`
      : `out.record(${kind}, ${list}, [${tails.join(", ")}])`;
  return source.compile(`(out, event) => { ${steps.join(" ")} ${append}; }`) as Writer;
}

/** As source: the words of a field of the fixed part. */
function fixedNumbers(source: CompiledSource, field: FixedField, value: string): string {
  const wordOf = ({ encode }: WordField<unknown>): string =>
    encode === undefined ? value : `${source.use(encode)}(${value})`;
  switch (field.form) {
    case "word":
      return wordOf(field);
    case "optional":
      return `...(${value} === undefined ? [] : [${wordOf(field.word)}])`;
    case "packed":
    case "spread":
      return `${source.use(field.encode)}(event)`;
    case "numbers":
      return `...${value}`;
    default:
      return "0";
  }
}
