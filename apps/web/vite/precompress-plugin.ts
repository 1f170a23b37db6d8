import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|webmanifest|txt)$/;
/** Smaller files fit one packet anyway. */
const MIN_BYTES = 1_024;
const GZIP_LEVEL = 9;
/** Number of parallel files, matching the thread pool. */
const AT_ONCE = 4;

const compressors = [
  {
    extension: ".br",
    compress: (bytes: Buffer): Promise<Buffer> =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  {
    extension: ".gz",
    compress: (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes, { level: GZIP_LEVEL }),
  },
] as const;

/**
 * Writes a Brotli and a gzip version of each built file, for the server to send. Compressing per request would let
 * anyone keep the server busy.
 */
export function precompressPlugin(): Plugin {
  let directory = "";
  return {
    name: "candor-precompress",
    apply: "build",
    enforce: "post",
    configResolved: ({ root, build }) => {
      directory = resolve(root, build.outDir);
    },
    closeBundle: { order: "post", sequential: true, handler: () => compressFiles(directory) },
  };
}

async function compressFiles(directory: string): Promise<void> {
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((name) => COMPRESSIBLE.test(name))
    .map((name) => join(directory, name))
    .filter((file) => statSync(file).size >= MIN_BYTES);
  const next = files.values();
  const work = async (): Promise<void> => {
    for (const file of next) await compressFile(file);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function compressFile(file: string): Promise<void> {
  const bytes = readFileSync(file);
  for (const { extension, compress } of compressors) writeFileSync(file + extension, await compress(bytes));
}
