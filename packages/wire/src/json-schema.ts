import { z } from "zod";

export type Json = { [key: string]: unknown };

export interface Collector {
  readonly definitions: Json;
  /** Whether messages may gain fields at any time, which clients must accept. */
  readonly repliesMayGrow?: boolean;
}

/** Returns the JSON Schema of a zod schema; named parts go to the components. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output", collector: Collector): Json {
  const {
    $schema: _,
    $defs,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      if (io === "output" && collector.repliesMayGrow === true && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
    },
  }) as Json;
  for (const [id, definition] of Object.entries(($defs ?? {}) as Json)) {
    const { id: _id, ...rest } = definition as Json;
    collector.definitions[id] = moveReferences(rest);
  }
  return moveReferences(json) as Json;
}

function moveReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moveReferences);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === "$ref" && typeof item === "string"
        ? item.replace("#/$defs/", "#/components/schemas/")
        : moveReferences(item),
    ]),
  );
}
