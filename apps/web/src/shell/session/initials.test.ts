import { expect, test } from "vitest";
import { initials } from "./initials.ts";

test("WEB-06 the letters of an avatar are large as the reader's language writes them", () => {
  expect(["tr", "en", "zh-Hant"].map((locale) => initials("ibrahim inan", locale))).toEqual([
    "İİ",
    "II",
    "II",
  ]);
  expect(initials("άννα ώρα", "el")).toBe("ΑΩ");
  expect(initials("ana.li@example.org", "pt-BR")).toBe("AL");
});
