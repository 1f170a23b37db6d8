import { spotOrder } from "@candor/wire/order-calls";
import { z } from "zod";

/** The spot ticket as plain JSON Schema, for clients without zod. */
export const SPOT_ORDER_JSON_SCHEMA: Readonly<Record<string, unknown>> = plainSchema();

function plainSchema(): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(spotOrder, { io: "input", target: "draft-7" }) as Record<
    string,
    unknown
  >;
  return schema;
}
