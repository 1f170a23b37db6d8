import { expect, test } from "vitest";

const FILES = import.meta.glob<Readonly<Record<string, string>>>("../locales/{trade,contract}/*.json", {
  eager: true,
  import: "default",
});

/** "Above the last price, 65,000" under a field reads like a statement about the input, and a false one. */
const STATEMENT =
  /^(?:Above|Below|Over|Under|Between|Prices|Amounts|Über|Unter|Zwischen|Preise|Mengen|高於|低於|介於|Πάνω|Κάτω|Μεταξύ|Οι |Au-d|Entre|Les |Powyżej|Poniżej|Od |Krok|Por (?:encima|debajo)|Los |Las |Acima|Abaixo|Os |As |Peste|Sub |Între|Prețul|Cantitatea)/;

test("an error of an order's field says what the value must be, not what it is", () => {
  const errors = Object.entries(FILES).flatMap(([path, texts]) =>
    Object.entries(texts)
      .filter(([key]) => key.startsWith("problem"))
      .map(([key, text]) => ({ where: `${path} ${key}`, text })),
  );
  expect(errors.length).toBeGreaterThan(150);
  expect(errors.filter(({ text }) => STATEMENT.test(text))).toEqual([]);
});
