import { fileURLToPath } from "node:url";
import type { Plugin, Rolldown } from "vite";
import { build } from "vite";
import { earlyCallsOf } from "../src/early/early-calls.ts";
import type { EarlyScreen, EarlyTable } from "../src/early/early-load.ts";
import { wordsOfScreen } from "../src/i18n/word-groups.ts";
import { HOME, ROUTES } from "../src/shell/routing/route-table.ts";
import { BROWSERS } from "./browsers.ts";

const LOADER = fileURLToPath(new URL("../src/early/early-load.ts", import.meta.url));
const ENTRY = "virtual:early-entry";
const WORDS_FOLDER = /^(assets\/words-[0-9a-f]+)\//;
/** Loaded before the first render. */
const FIRST_WORDS = "first";

type Bundle = Rolldown.OutputBundle;

/**
 * Adds a script to the page that preloads the screen in the address: chunks, styles, translations and first calls. The
 * server does not see the part after "#", so the table is in the page.
 */
export function earlyLoadPlugin(): Plugin {
  return {
    name: "candor-early-load",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: async (html, { bundle }) => {
        if (bundle === undefined) return html;
        const script = await inlineScript(tableOf(bundle));
        return html.replace("</script>", `</script>\n    <script>${script}</script>`);
      },
    },
  };
}

/** A list without duplicates, with the index of each entry. */
class Places {
  readonly list: string[] = [];

  of(entry: string): number {
    const place = this.list.indexOf(entry);
    return place < 0 ? this.list.push(entry) - 1 : place;
  }
}

function tableOf(bundle: Bundle): EarlyTable {
  const [files, words, calls] = [new Places(), new Places(), new Places()];
  const first = filesOf(chunkOf(bundle, "/index.html"), bundle);
  const screens: Record<string, EarlyScreen> = {};
  for (const { path, screen } of ROUTES) {
    const chunk = chunkOf(bundle, `/src/features/${screen}-screen.tsx`);
    screens[path] = [
      // Files needed by every screen are already in the page.
      [...filesOf(chunk, bundle)].filter((file) => !first.has(file)).map((file) => files.of(file)),
      [FIRST_WORDS, ...wordsOfScreen(screen)].map((group) => words.of(group)),
      earlyCallsOf(screen).map((call) => calls.of(call)),
    ];
  }
  const wordsFolder = Object.keys(bundle).flatMap((file) => WORDS_FOLDER.exec(file)?.[1] ?? [])[0];
  if (wordsFolder === undefined) throw new Error("the build has no folder of words");
  return { files: files.list, words: words.list, wordsFolder, calls: calls.list, screens, home: HOME };
}

function chunkOf(bundle: Bundle, end: string): Rolldown.OutputChunk {
  for (const file of Object.values(bundle))
    if (file.type === "chunk" && file.facadeModuleId?.endsWith(end) === true) return file;
  throw new Error(`the build has no chunk for ${end}`);
}

/** Returns a chunk, its static imports, and their styles. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Bundle, seen = new Set<string>()): Set<string> {
  if (seen.has(chunk.fileName)) return seen;
  seen.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === "chunk") filesOf(imported, bundle, seen);
  }
  return seen;
}

async function inlineScript(table: EarlyTable): Promise<string> {
  const source = `import { loadEarly } from ${JSON.stringify(LOADER)}; loadEarly(${JSON.stringify(table)});`;
  const built = await build({
    configFile: false,
    logLevel: "error",
    plugins: [
      {
        name: "candor-early-entry",
        resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : undefined),
        load: (id) => (id === `\0${ENTRY}` ? source : undefined),
      },
    ],
    build: { write: false, target: BROWSERS, rolldownOptions: { input: ENTRY, output: { format: "iife" } } },
  });
  const [chunk] = (built as Rolldown.RolldownOutput).output;
  const script = chunk.code.trim();
  if (script.includes("</script")) throw new Error("the early script would end the element it stands in");
  return script;
}
