import { expect, test } from "vitest";
import { wrapText } from "./poster.ts";

test("WEB-54 the poster's words break into lines that fit, in languages with and without blanks", () => {
  const fits = (line: string) => Array.from(line).length <= 10;
  expect(wrapText("every promise can be checked", fits)).toEqual(["every", "promise", "can be", "checked"]);
  expect(wrapText("這裡的每個承諾都可以查證", fits)).toEqual(["這裡的每個承諾都可以", "查證"]);
  // A word longer than the line gets its own line.
  expect(wrapText("Sicherheitszentrum hier", fits)).toEqual(["Sicherheitszentrum", "hier"]);
  expect(wrapText("", fits)).toEqual([]);
});
