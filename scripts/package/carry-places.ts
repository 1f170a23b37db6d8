import path from "node:path";
import { bundleOf } from "./programs.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** A file next to a source, such as a page or the entry of a thread. */
const RELATIVE_URL = /new URL\("([^"]+\.ts)", import\.meta\.url\)/g;
const RELATIVE_PATH = /path\.(?:join|resolve)\(import\.meta\.dirname, "([^"]+\.ts)"\)/g;
/** Stands for `import.meta` of the bundle itself. */
const OWN = "import_meta_of_bundle";

interface PlacesPlugin {
  readonly name: string;
  readonly transform: {
    readonly filter: { readonly code: string };
    handler(code: string, id: string): { readonly code: string; readonly map: null };
  };
}

/**
 * Plugin of the bundler for code that moves to another machine. Threads and child processes become their bundles, which
 * are all in one folder. Other files keep their place relative to the repository's root, the parent of that folder.
 * @param bundles file names of the bundles of programs, by source
 */
export function carryPlaces(bundles: ReadonlyMap<string, string>): PlacesPlugin {
  return {
    name: "carry places",
    transform: {
      filter: { code: "import.meta." },
      handler: (code, id) => {
        // The bundler's own helpers have no place.
        if (!path.isAbsolute(id)) return { code, map: null };
        const here = path.dirname(id);
        const place = (file: string): string => `../${path.relative(ROOT, file).replaceAll(path.sep, "/")}`;
        const carried = code
          .replaceAll(RELATIVE_URL, (text, name: string) => {
            const bundle = bundles.get(path.resolve(here, name));
            return bundle === undefined ? text : `new URL("./${bundle}", ${OWN}.url)`;
          })
          .replaceAll(RELATIVE_PATH, (text, name: string) => {
            const bundle = bundles.get(path.resolve(here, name));
            return bundle === undefined ? text : `path.join(${OWN}.dirname, "${bundle}")`;
          })
          .replaceAll("import.meta.url", `new URL(${JSON.stringify(place(id))}, ${OWN}.url).href`)
          .replaceAll("import.meta.dirname", `path.join(${OWN}.dirname, ${JSON.stringify(place(here))})`)
          .replaceAll(OWN, "import.meta");
        return { code: carried, map: null };
      },
    },
  };
}

/** Returns the file names of bundles by their programs. */
export const bundlesOf = (programs: readonly string[]): ReadonlyMap<string, string> =>
  new Map(programs.map((program) => [program, bundleOf(program)]));
