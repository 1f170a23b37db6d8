import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CodeInput } from "./code-input.tsx";

const render = (isSecret: boolean) =>
  renderToStaticMarkup(
    <CodeInput label="Code" value="246" onValueChange={() => undefined} secret={isSecret} />,
  );

test("a payment password is not a password to browsers: none is filled in, generated or stored; a code from an app or message may be filled", () => {
  // Firefox autofills every lone password field except new-password ones, for which browsers suggest passwords.
  expect(render(true)).toMatch(/<input[^>]* type="text"[^>]* autoComplete="off"/);
  expect(render(false)).toMatch(/<input[^>]* type="text"[^>]* autoComplete="one-time-code"/);
});

test("the digits of a payment password are drawn as dots, those of a code as they are", () => {
  const cells = (html: string) => [...html.matchAll(/<b[^>]*>([^<]*)<\/b>/g)].map(([, text]) => text);
  expect(cells(render(true))).toEqual(["•", "•", "•", "", "", ""]);
  expect(cells(render(false))).toEqual(["2", "4", "6", "", "", ""]);
});
