import path from "node:path";
import { pathToFileURL } from "node:url";
import type { OutputChunk, Plugin } from "rolldown";

export interface OneModule {
  /** Its last line names its source map: its own file name and `.map`. */
  readonly code: string;
  /** As JSON. */
  readonly sourceMap: string;
  /** Paths of the sources that are part of it, packages' included. */
  readonly sources: readonly string[];
}

/**
 * Fields get their first value where the constructor gives it, instead of beginning as undefined: V8 then knows what class
 * of object, or what kind of number, each field holds, and checks it at none of its uses. A tenth of a spot command's time.
 */
const COMPILER_OPTIONS = path.join(import.meta.dirname, "one-module.tsconfig.json");

/** One ES module, `name.mjs`, of the file `name.ts` and all that it imports statically, packages included. */
export async function oneModuleOf(file: string): Promise<OneModule> {
  const { build } = await import("rolldown");
  const { output } = await build({
    input: file,
    platform: "node",
    tsconfig: COMPILER_OPTIONS,
    // Of CommonJS each file would stay a function of its own: a package that has both gives its ES modules.
    resolve: { mainFields: ["module", "main"] },
    plugins: [keepsPlaces, keepsFunctions],
    experimental: { nativeMagicString: true },
    optimization: { inlineConst: { mode: "all" } },
    output: {
      format: "esm",
      entryFileNames: "[name].mjs",
      sourcemap: true,
      sourcemapPathTransform: absolute,
    },
    write: false,
  });
  const [chunk, ...others] = output.filter((part): part is OutputChunk => part.type === "chunk");
  if (chunk === undefined || chunk.map === null || others.length > 0)
    throw new Error(`${file} does not become one module`);
  return {
    code: chunk.code,
    sourceMap: JSON.stringify(chunk.map),
    sources: chunk.moduleIds.filter((id) => path.isAbsolute(id)),
  };
}

/**
 * `function name() {}` becomes `const name = function() {};`, in its place. V8 takes a declared function for a variable that
 * may hold another one tomorrow: before each call that it has copied into its caller it compares, which is four instructions
 * and 33 bytes of code a call. What modules compute while they are loaded must stand below the functions that it needs.
 */
const keepsFunctions: Plugin = {
  name: "keeps functions",
  renderChunk(code, _chunk, _options, { magicString }) {
    if (magicString === undefined)
      throw new Error("the bundler brings no strings that remember their source");
    for (const node of this.parse(code).body) {
      if (node.type !== "FunctionDeclaration" || node.id === null) continue;
      const kind = code.slice(node.start, node.id.start).trimEnd();
      magicString.overwrite(node.start, node.id.end, `const ${node.id.name} = ${kind}`);
      magicString.appendLeft(node.end, ";");
    }
    return magicString;
  },
};

const absolute = (source: string, map: string): string =>
  pathToFileURL(path.resolve(path.dirname(map), source)).href;

/** Threads that are started and what is imported dynamically are found where the source lies that names them. */
const keepsPlaces: Plugin = {
  name: "keeps places",
  transform: {
    filter: { code: "import.meta." },
    handler: (code, id) => ({
      code: code
        .replaceAll(/import\.meta\.url/g, JSON.stringify(pathToFileURL(id).href))
        .replaceAll(/import\.meta\.dirname/g, JSON.stringify(path.dirname(id))),
      map: null,
    }),
  },
  async resolveDynamicImport(specifier, importer) {
    if (typeof specifier !== "string" || specifier.startsWith("node:")) return null;
    const resolved = await this.resolve(specifier, importer);
    return resolved === null ? null : { id: pathToFileURL(resolved.id).href, external: true };
  },
};
