import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Select } from "./select.tsx";

const draw = (error?: string) =>
  renderToStaticMarkup(
    <Select
      label="Country"
      value="hu"
      choices={[{ value: "hu", label: "Hungary" }]}
      onValueChange={() => undefined}
      error={error}
    />,
  );

test("WEB-114 an invalid select has the red frame of other fields, and says why", () => {
  const refused = draw("Choose a country");
  expect(refused).toMatch(/class="inp select is-err"/);
  expect(refused).toMatch(/aria-invalid="true"/);
  const describedBy = /aria-describedby="([^"]+)"/.exec(refused)?.[1] ?? "none";
  expect(refused).toContain(`id="${describedBy}"`);
  expect(draw()).not.toMatch(/is-err|aria-invalid|role="alert"/);
});
