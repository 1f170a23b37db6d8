import { z } from "zod";

export const decimal = z.string().meta({ id: "Decimal", description: "A number as text, to keep it exact." });
export const milliseconds = z.int().meta({ id: "Milliseconds", description: "Unix time." });
export const orderId = z
  .int()
  .meta({ id: "Number", description: "Id of an order, a list or a trade; −1 for none." });
export const text = z.string();
export const whole = z.int();
export const yes = z.boolean();
/** A price and its quantity. */
export const levels = z
  .array(z.tuple([decimal, decimal]))
  .meta({ id: "Levels", description: "Price and quantity, best first." });
export const nothing = z.strictObject({});
export const rows = <Row extends z.ZodType>(row: Row) => z.array(row);
/** One row for a named market, all rows otherwise. */
export const oneOrAll = <Row extends z.ZodType>(row: Row) => z.union([row, z.array(row)]);
/** An optional field. */
export const maybe = <Shape extends z.ZodType>(shape: Shape) => shape.optional();

export const refusal = z
  .strictObject({ code: z.int().negative(), msg: text, data: z.looseObject({}).optional() })
  .meta({ id: "Refusal", description: "Error code and message as Binance documents them." });

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
      "Open time, open, high, low, close, volume, close time, value, trades, and three unused fields.",
  });
export const rateLimit = z.strictObject({
  rateLimitType: text,
  interval: text,
  intervalNum: whole,
  limit: whole,
});
export const usedLimit = rateLimit.extend({ count: whole });
export const filter = z.looseObject({ filterType: text }).meta({ id: "Filter" });
