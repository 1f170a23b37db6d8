import { readFileSync } from "node:fs";
import path from "node:path";
import { LANGUAGE_TAGS, LANGUAGES, type Language } from "@candor/domain/enumerations";
import type { WireProducts } from "@candor/wire/objects";
import type { ArticleCategory, Item, ItemText } from "./content-item.ts";

/** `apps/server/content/<BCP 47 tag>/<slug>.md` */
export const SEED_DIRECTORY = path.resolve(import.meta.dirname, "../../../content");

interface SeedArticle {
  readonly slug: string;
  readonly category: ArticleCategory;
  /** What it explains, where that is a product. */
  readonly product?: keyof WireProducts;
}

/** What comes with the program, in the order in which its lists begin with it. */
export const SEED_ARTICLES = [
  { slug: "second-contracts", category: "help", product: "option" },
  { slug: "liquidation", category: "help", product: "contract" },
  { slug: "fees", category: "help" },
  { slug: "security", category: "help" },
  { slug: "deposits-and-withdrawals", category: "help" },
  { slug: "mining-machines", category: "help", product: "mining" },
  { slug: "check-candor", category: "guide" },
  { slug: "about-candor", category: "about" },
  { slug: "welcome", category: "news" },
] as const satisfies readonly SeedArticle[];

/** Who wrote what comes with the program. */
export const SEED_AUTHOR = "candor";
/** Between two articles of the program, so that they have an order. */
const APART_MS = 1_000;

const FILE = /^---\ntitle: (.+)\nsummary: (.+)\n---\n\n([\s\S]+)$/;

export type SiteMode = "sandbox" | "live";

/** What a live exchange does not say stands between these. */
const OF_SANDBOX = /<!--sandbox-->([\s\S]*?)<!--\/sandbox-->/g;

const PRODUCTS_EXPLAINED: ReadonlyMap<string, keyof WireProducts> = new Map(
  (SEED_ARTICLES as readonly SeedArticle[]).flatMap(({ slug, product }) =>
    product === undefined ? [] : [[slug, product] as const],
  ),
);

/** Whether an article belongs to something that is offered here; editors' own always do. */
export function isOfOfferedProduct(id: string, products: WireProducts): boolean {
  const product = PRODUCTS_EXPLAINED.get(id);
  return product === undefined || products[product];
}

/** Title and summary stand above the text; throws when a file is not of that form. */
export function readArticle(language: Language, slug: string, mode: SiteMode): ItemText {
  const file = path.join(SEED_DIRECTORY, LANGUAGE_TAGS[language], `${slug}.md`);
  const [, title, summary, body] = FILE.exec(readFileSync(file, "utf8")) ?? [];
  if (title === undefined || summary === undefined || body === undefined)
    throw new Error(`${file} does not begin with a title and a summary`);
  const said = body.replaceAll(OF_SANDBOX, (_, words: string) => (mode === "sandbox" ? words : ""));
  return { title, summary, body: said.replaceAll(/\n{3,}/g, "\n\n").trimStart() };
}

/** The articles of the program in all languages, published when the exchange was set up. */
export function seedItems(seededAtMs: number, mode: SiteMode): readonly Item[] {
  return SEED_ARTICLES.map(({ slug, category }, place) => {
    const texts = Object.fromEntries(
      LANGUAGES.map((language) => [language, readArticle(language, slug, mode)]),
    );
    const content = { texts, coverUrl: null, link: null };
    const publishedAtMs = seededAtMs - place * APART_MS;
    return {
      id: slug,
      kind: category,
      revision: 0,
      draft: content,
      live: { ...content, publishedAtMs },
      changedAtMs: publishedAtMs,
      changedBy: SEED_AUTHOR,
    };
  });
}
