import { z } from "zod";

export const decimal = z
  .string()
  .meta({ id: "Decimal", description: "A number as text, so that it is exact." });
export const milliseconds = z.int().meta({ id: "Milliseconds", description: "Unix time." });
export const orderId = z
  .int()
  .meta({ id: "Number", description: "Of an order, a list or a trade; −1 for none." });
export const text = z.string();
export const whole = z.int();
export const yes = z.boolean();
/** Of a price, and what there is at it. */
export const levels = z
  .array(z.tuple([decimal, decimal]))
  .meta({ id: "Levels", description: "Price and quantity, best first." });
export const nothing = z.strictObject({});
export const rows = <Row extends z.ZodType>(row: Row) => z.array(row);
/** One row for a name, all of them without. */
export const oneOrAll = <Row extends z.ZodType>(row: Row) => z.union([row, z.array(row)]);
/** What may be missing. */
export const maybe = <Shape extends z.ZodType>(shape: Shape) => shape.optional();

export const refusal = z
  .strictObject({ code: z.int().negative(), msg: text, data: z.looseObject({}).optional() })
  .meta({ id: "Refusal", description: "Numbers and words as Binance documents them." });

export const kline = z
  .tuple([
    milliseconds,
    decimal,
    decimal,
    decimal,
    decimal,
    decimal,
    milliseconds,
    decimal,
    whole,
    decimal,
    decimal,
    decimal,
  ])
  .meta({
    id: "Kline",
    description:
      "Opens at, open, high, low, close, volume, closes at, value, trades, and three that are not kept.",
  });
export const rateLimit = z.strictObject({
  rateLimitType: text,
  interval: text,
  intervalNum: whole,
  limit: whole,
});
export const filter = z.looseObject({ filterType: text }).meta({ id: "Filter" });
