import { readFileSync } from "node:fs";
import path from "node:path";
import { parseChannelName } from "@candor/server/edge/socket/channel-name";
import { openApiDocument } from "@candor/wire/openapi";
import { SOCKET_CHANNELS } from "@candor/wire/socket/channels";
import { expect, test } from "vitest";

const PAGE = "../../../docs/api/socket.md";

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly pattern?: string;
}

interface Message {
  readonly type: string;
  readonly group?: string;
  readonly summary: string;
  readonly answers?: readonly string[];
  readonly schema: Schema;
}

interface Socket {
  readonly clientMessages: readonly Message[];
  readonly serverMessages: readonly Message[];
  readonly channels: readonly { readonly name: string; readonly paceMs: number; readonly summary: string }[];
  readonly closeCodes: readonly { readonly code: number; readonly text: string }[];
  readonly limits: readonly { readonly value: number; readonly text: string }[];
}

const document = openApiDocument("0") as {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly "x-socket": Socket;
};
const { components, "x-socket": socket } = document;

function nameOf(schema: object): string | undefined {
  return "$ref" in schema && typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;
}
const code = (value: unknown): string => `\`${JSON.stringify(value)}\``;
const cell = (text: string): string => text.replaceAll("|", "\\|");

function typeOf(schema: Schema): string {
  const { anyOf, oneOf, prefixItems, type } = schema;
  const name = nameOf(schema);
  if (name !== undefined) return name;
  const variants = anyOf ?? oneOf;
  if (variants !== undefined) return variants.map(typeOf).join(" or ");
  if ("const" in schema) return code(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(code).join(", ");
  if (prefixItems !== undefined) return `[${prefixItems.map(typeOf).join(", ")}]`;
  if (type === "array") return `array of ${typeOf(schema.items ?? {})}`;
  return typeof type === "string" ? type : (type ?? ["any"]).join(" or ");
}

function meaningOf(schema: Schema): string {
  const standard = schema.default === undefined ? "" : `Default ${code(schema.default)}.`;
  return [schema.description ?? "", standard].filter((part) => part !== "").join(" ");
}

function fieldRows(schema: Schema, prefix = ""): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const isRequired = schema.required?.includes(name) === true;
    const row = `| \`${prefix}${name}${isRequired ? "" : "?"}\` | ${cell(typeOf(field))} | ${cell(meaningOf(field))} |`;
    const inner = field.type === "array" ? (field.items ?? {}) : field;
    const below = `${prefix}${name}${field.type === "array" ? "[]" : ""}.`;
    return [row, ...fieldRows(inner, below)];
  });
}

function fieldTable(schema: Schema): string[] {
  const rows = fieldRows(schema);
  return rows.length === 0 ? [] : ["| field | type | meaning |", "|---|---|---|", ...rows, ""];
}

/** Messages with the same data, such as the bars of all periods, share a table. */
function messageTables(messages: readonly Message[]): string[] {
  const byTable = new Map<string, Message[]>();
  for (const message of messages) {
    const data = message.type.startsWith("order.") ? {} : message.schema.properties?.data;
    const table = [message.summary, answersOf(message), "", ...fieldTable(data ?? {})].join("\n");
    byTable.set(table, [...(byTable.get(table) ?? []), message]);
  }
  return [...byTable].flatMap(([table, alike]) => [
    `### ${alike.map(({ type }) => `\`${type}\``).join(", ")}`,
    ...table.split("\n").filter((line, at, lines) => line !== "" || lines[at - 1] !== ""),
  ]);
}

function answersOf({ answers = [], type }: Message): string {
  const text = answers.length === 0 ? "" : `Answered by ${answers.map((each) => `\`${each}\``).join(", ")}.`;
  return type.startsWith("order.")
    ? `${text} Fields: [orders over the socket](socket-orders.md).`.trim()
    : text;
}

/** Named types that the messages contain, in the order of their first use. */
function typesIn(messages: readonly Message[]): readonly string[] {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const name = nameOf(value);
    if (name !== undefined && !found.has(name)) {
      found.add(name);
      look(components.schemas[name]);
    }
    for (const inner of Object.values(value)) look(inner);
  };
  for (const { schema, type } of messages) if (!type.startsWith("order.")) look(schema);
  return [...found].toSorted();
}

function objectsAndTypes(): { readonly objects: string[]; readonly types: string[] } {
  const names = typesIn([...socket.clientMessages, ...socket.serverMessages]);
  const schemas = names.map((name) => ({ name, schema: components.schemas[name] ?? {} }));
  const rows = schemas
    .filter(({ schema }) => schema.properties === undefined)
    .map(({ name, schema }) => {
      const form = schema.pattern === undefined ? typeOf(schema) : `string \`${schema.pattern}\``;
      return `| ${name} | ${cell(form)} | ${cell(schema.description ?? "")} |`;
    });
  const objects = schemas
    .filter(({ schema }) => schema.properties !== undefined)
    .flatMap(({ name, schema }) => [`### ${name}`, ...fieldTable(schema)]);
  return { objects, types: ["| type | form | meaning |", "|---|---|---|", ...rows] };
}

const ofGroup = (wanted: string) =>
  messageTables(socket.serverMessages.filter(({ group }) => group === wanted));

/** Lines of each generated part. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  client: messageTables(socket.clientMessages),
  connection: ofGroup("connection"),
  channels: [
    "| channel | at most every | messages |",
    "|---|---|---|",
    ...socket.channels.map(
      ({ name, paceMs, summary }) => `| \`${name}\` | ${paceMs.toLocaleString("en-US")} ms | ${summary} |`,
    ),
  ],
  public: ofGroup("public"),
  private: ofGroup("private"),
  closes: [
    "| code | meaning |",
    "|---|---|",
    ...socket.closeCodes.map(({ code: number, text }) => `| ${number} | ${text} |`),
  ],
  limits: [
    "| limit | of |",
    "|---|---|",
    ...socket.limits.map(({ text, value }) => `| ${value.toLocaleString("en-US")} | ${text} |`),
  ],
  ...objectsAndTypes(),
};

/** The parts between marks in `docs/api/socket.md` are generated by this test: `vitest -u`. */
test("SOCK-32 the page about the socket lists the messages, channels, limits and types of the code", async () => {
  const found: string[] = [];
  const text = readFileSync(path.join(import.meta.dirname, PAGE), "utf8").replaceAll(
    /(<!-- generated: (\w+) -->\n).*?(<!-- end -->)/gs,
    (_, start: string, name: string, end: string) => {
      found.push(name);
      return `${start}${(PARTS[name] ?? []).join("\n").trimEnd()}\n${end}`;
    },
  );
  expect(found.toSorted()).toEqual(Object.keys(PARTS).toSorted());
  await expect(text).toMatchFileSnapshot(PAGE);
});

test("SOCK-32 the documented channels are those that the server has", () => {
  for (const [kind, { example, name }] of Object.entries(SOCKET_CHANNELS)) {
    expect(parseChannelName(example), name).toMatchObject({ kind });
    const form = name.replaceAll(/<\w+>/g, "[A-Za-z0-9]+").replaceAll(".", "\\.");
    expect(example).toMatch(new RegExp(`^${form}$`));
  }
});
