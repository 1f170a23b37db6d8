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
  /** The product it explains, if any. */
  readonly product?: keyof WireProducts;
}

/** Articles that ship with the program, in list order. */
export const SEED_ARTICLES = [
  { slug: "order-types", category: "help" },
  { slug: "contracts", category: "help", product: "contract" },
  { slug: "leverage", category: "help", product: "contract" },
  { slug: "mark-price", category: "help", product: "contract" },
  { slug: "funding", category: "help", product: "contract" },
  { slug: "liquidation", category: "help", product: "contract" },
  { slug: "margin-trading", category: "help", product: "lever" },
  { slug: "second-contracts", category: "help", product: "option" },
  { slug: "profit-and-loss", category: "help" },
  { slug: "fees", category: "help" },
  { slug: "security", category: "help" },
  { slug: "deposits-and-withdrawals", category: "help" },
  { slug: "mining-machines", category: "help", product: "mining" },
  { slug: "api", category: "help" },
  { slug: "check-candor", category: "guide" },
  { slug: "about-candor", category: "about" },
  { slug: "welcome", category: "news" },
] as const satisfies readonly SeedArticle[];

/** Author of the articles that ship with the program. */
const SEED_AUTHOR = "candor";
/** Time between the built-in articles, which defines their order. */
const APART_MS = 1_000;

const FILE = /^---\ntitle: (.+)\nsummary: (.+)\n---\n\n([\s\S]+)$/;

export type SiteMode = "sandbox" | "live";

/** Sandbox-only parts, omitted in live mode. */
const OF_SANDBOX = /<!--sandbox-->([\s\S]*?)<!--\/sandbox-->/g;

const PRODUCTS_EXPLAINED: ReadonlyMap<string, keyof WireProducts> = new Map(
  (SEED_ARTICLES as readonly SeedArticle[]).flatMap(({ slug, product }) =>
    product === undefined ? [] : [[slug, product] as const],
  ),
);

/** Whether an article's product is offered here; always true for editors' own articles. */
export function isOfOfferedProduct(id: string, products: WireProducts): boolean {
  const product = PRODUCTS_EXPLAINED.get(id);
  return product === undefined || products[product];
}

/** Reads an article whose file starts with title and summary. Throws on any other format. */
export function readArticle(language: Language, slug: string, mode: SiteMode): ItemText {
  const file = path.join(SEED_DIRECTORY, LANGUAGE_TAGS[language], `${slug}.md`);
  const [, title, summary, body] = FILE.exec(readFileSync(file, "utf8")) ?? [];
  if (title === undefined || summary === undefined || body === undefined)
    throw new Error(`${file} must start with a title and a summary`);
  const said = body.replaceAll(OF_SANDBOX, (_, words: string) => (mode === "sandbox" ? words : ""));
  return { title, summary, body: said.replaceAll(/\n{3,}/g, "\n\n").trimStart() };
}

/** Returns the built-in articles in all languages, published when the exchange was created. */
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
