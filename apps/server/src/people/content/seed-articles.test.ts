import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { LANGUAGE_TAGS, LANGUAGES, type Language } from "@candor/domain/enumerations";
import { expect, test } from "vitest";
import { contentInput } from "./content-input.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { isOfOfferedProduct, readArticle, SEED_ARTICLES, SEED_DIRECTORY } from "./seed-articles.ts";

const APP_ROUTES = path.resolve(import.meta.dirname, "../../../../web/src/shell/routing/route-table.ts");

/** Documentation outside the app. */
const PAGES_OF_SERVER: ReadonlySet<string> = new Set(["/docs", "/docs/bots"]);

/** Parts that a translation shares with its source: block structure, figures and link targets. */
function skeleton(body: string) {
  const marks = body.split("\n").map((line) => /^(#+ |- |\d\. |\||$)/.exec(line)?.[1] ?? "text");
  const links = [...body.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target);
  const code = [...body.matchAll(/`([^`]+)`/g)].map(([, text]) => text);
  const bold = [...body.matchAll(/\*\*/g)].length;
  // Ignores decimal commas and the position of percent signs.
  const figures = [...body.replaceAll(/\]\([^)]+\)/g, "]").matchAll(/\d+(?:[.,]\d+)?/g)]
    .map(([figure]) => figure.replace(",", "."))
    .sort();
  return { marks, links, code, bold, figures };
}

test.each(LANGUAGES.filter((language) => language !== "en"))(
  "CONT-03 the built-in articles have the same sections, figures and links in %s",
  (language: Language) => {
    const files = readdirSync(path.join(SEED_DIRECTORY, LANGUAGE_TAGS[language])).sort();
    expect(files).toEqual(SEED_ARTICLES.map(({ slug }) => `${slug}.md`).sort());
    for (const mode of ["sandbox", "live"] as const) {
      for (const { slug } of SEED_ARTICLES) {
        const source = readArticle("en", slug, mode);
        const translated = readArticle(language, slug, mode);
        expect(skeleton(translated.body), slug).toEqual(skeleton(source.body));
        for (const part of ["title", "summary", "body"] as const)
          expect(translated[part], `${slug}: ${part}`).not.toBe(source[part]);
      }
    }
  },
);

test("CONT-03 the built-in articles respect the limits of editors, and their links resolve", async () => {
  const routes = readFileSync(APP_ROUTES, "utf8");
  for (const language of LANGUAGES) {
    for (const { slug, category } of SEED_ARTICLES) {
      const text = readArticle(language, slug, "sandbox");
      const input = contentInput.safeParse({ kind: category, texts: { [language]: text } });
      expect(input.success, `${language}/${slug}`).toBe(true);
      const html = await renderMarkdown(text.body);
      // Closing asterisks after punctuation do not close emphasis when a letter follows without a space, as in Chinese.
      expect(html, `${language}/${slug}`).not.toContain("**");
      for (const [, href = ""] of html.matchAll(/href="([^"]*)"/g)) {
        if (PAGES_OF_SERVER.has(href)) continue;
        const [route = "", query = ""] = href.replace(/^#/, "").split("?");
        expect(routes, `${language}/${slug}: ${href}`).toContain(`"${route}"`);
        const id = new URLSearchParams(query).get("id");
        if (id !== null) expect(SEED_ARTICLES.map((each) => each.slug)).toContain(id);
      }
      // Every link survived the sanitizer.
      expect([...html.matchAll(/<a /g)].length).toBe([...text.body.matchAll(/\]\(/g)].length);
    }
  }
});

const SANDBOX_WORDS =
  /sandbox|play money|Spielgeld|bac à sable|argent fictif|entorno de pruebas|dinero ficticio|ambiente de testes|dinheiro fictício|tesztkörnyezet|játékpénz|deneme (ortamı|parası)|mediu de test|mediul de test|bani fictivi|środowisk\S* testow|wirtualn\S+ pieni|δοκιμαστικ|εικονικ|沙盒|模擬資金/i;

test("WEB-112 no built-in article names the sandbox in a live exchange, and none contains its markers", () => {
  for (const language of LANGUAGES) {
    const named = { sandbox: 0, live: 0 };
    for (const { slug } of SEED_ARTICLES) {
      for (const mode of ["sandbox", "live"] as const) {
        const { title, summary, body } = readArticle(language, slug, mode);
        expect(body, `${language}/${slug}`).not.toContain("<!--");
        if (SANDBOX_WORDS.test(`${title} ${summary} ${body}`)) named[mode]++;
      }
    }
    expect([language, named.sandbox > 2, named.live]).toEqual([language, true, 0]);
  }
});

test("WEB-111 a built-in article belongs to an offered product or to none", () => {
  const all = { option: true, lever: true, mining: true, contract: true };
  expect(isOfOfferedProduct("mining-machines", all)).toBe(true);
  expect(isOfOfferedProduct("mining-machines", { ...all, mining: false })).toBe(false);
  expect(isOfOfferedProduct("second-contracts", { ...all, option: false })).toBe(false);
  expect(isOfOfferedProduct("fees", { option: false, lever: false, mining: false, contract: false })).toBe(
    true,
  );
});
