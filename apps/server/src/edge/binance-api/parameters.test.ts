import { expect, test } from "vitest";
import { Parameters } from "./parameters.ts";

/** What the platform reads: a query without escapes is read by a shorter way, and both ways must agree. */
const TEXTS = [
  "symbol=BTCUSDT&side=BUY&quantity=0.01",
  "",
  "&&symbol=BTCUSDT&&",
  "symbol",
  "=BTCUSDT",
  "symbol=",
  "symbol=a=b",
  "?symbol=BTCUSDT",
  "symbol=BTC%55SDT&note=a+b",
  "symbol=%zz&note=%F0%9F",
  "symbol=Ärger&note=a b",
];

test.each(TEXTS)("the parameters of %j are those that the platform reads", (text) => {
  // A leading question mark is the platform's own; here it belongs to the name.
  const expected = [...new URLSearchParams(text.startsWith("?") ? `&${text}` : text)];
  const parameters = new Parameters(text, "");
  for (const [name, value] of expected) expect(parameters.text(name)).toBe(value === "" ? undefined : value);
  expect(new Parameters("", text).text("symbol")).toBe(parameters.text("symbol"));
});

test("a name in query and form is the query's; a name given twice in one of them is refused", () => {
  expect(new Parameters("symbol=A", "symbol=B&side=BUY").text("symbol")).toBe("A");
  expect(() => new Parameters("symbol=A&symbol=A", "")).toThrow();
  expect(() => new Parameters("", "side=A&side=B")).toThrow();
  expect(() => new Parameters("side=C", "side=A&side=B")).not.toThrow();
});
