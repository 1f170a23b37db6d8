import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CodeInput } from "./code-input.tsx";

const render = (isSecret: boolean) =>
  renderToStaticMarkup(<CodeInput label="Code" value="" onValueChange={() => undefined} secret={isSecret} />);

test("no browser fills the login's password into a payment password; a code from an app or message may be filled", () => {
  // Firefox fills every lone password field but those for a new password, also where "off" forbids it.
  expect(render(true)).toMatch(/<input[^>]* type="password"[^>]* autoComplete="new-password"/);
  expect(render(false)).toMatch(/<input[^>]* type="text"[^>]* autoComplete="one-time-code"/);
});
