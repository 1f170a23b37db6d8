import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { BROWSERS } from "./vite/browsers.ts";
import { cataloguePlugin } from "./vite/catalogue-plugin.ts";
import { chartLibraryPlugin } from "./vite/chart-library-plugin.ts";
import { earlyLoadPlugin } from "./vite/early-load-plugin.ts";
import { precompressPlugin } from "./vite/precompress-plugin.ts";
import { workerPlugin } from "./vite/worker-plugin.ts";

const SERVER = process.env["CANDOR_SERVER"] ?? "http://127.0.0.1:8080";
const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  root,
  base: "./",
  plugins: [
    react(),
    cataloguePlugin(fileURLToPath(new URL("src/locales", import.meta.url))),
    chartLibraryPlugin(),
    earlyLoadPlugin(),
    workerPlugin(),
    precompressPlugin(),
  ],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    manifest: true,
    target: BROWSERS,
    // Of the supported browsers only Safari 16 lacks it; it loads the same files, some a little later. The page itself
    // already lists each screen's code (vite/early-load-plugin.ts); listing it twice would add 2 kB to the first load.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) => (hostType === "html" ? files : []),
    },
    // Sizes are checked by a separate test.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        // The entry script lists all file names: one character less per hash, which does not compress, saves about a
        // hundred bytes.
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:6][extname]",
        // Code shared by several screens is one file: dozens of tiny files compress worse and cost a request each.
        codeSplitting: {
          groups: [
            {
              name: "kit",
              test: /packages\/ui\/src\/(?!sparkline|page-icons|pull-to-refresh|code-input|relative-time|day-field|passkeys)|trading\/market\/(favorite-button|star\.css)|shell\/[a-z-]+\/(balance-text|bell|connection|fresh-prices|new-build|open-search|load-part|last-product|offered|load-failed|log-in-first|market-data|page-title|use-media-query|use-search-params|with-count)|shared\/first-steps\/first-steps|data\/request-key|state\/lock-shown|node_modules\/react-dom\/(index|cjs\/react-dom\.production)\.js|packages\/money\/src\//,
              minShareCount: 2,
            },
            {
              // Shared by the trade screens of all products.
              name: "trading",
              test: /trading\/(book|market|orders|ticket|terminal)\/(?!records-tab|contract-name|pair-name)/,
              minShareCount: 2,
            },
            {
              // Shared by contracts and the pages of records and terms.
              name: "terms",
              test: /trading\/market\/contract-name|shared\/announced-terms\/announced-terms|perpetual-formulas\/funding|shell\/time\/use-server-now|data\/user-store/,
              minShareCount: 2,
            },
            {
              // Heading, menu and columns of all pages except terminals.
              name: "page",
              test: /shell\/(page\/page\.(tsx|css)|navigation\/areas)/,
              minShareCount: 2,
            },
            {
              // Shared by the list pages (markets, wallets, records); not needed on the trade screen.
              name: "lists",
              test: /features\/market\/|trading\/market\/pair-name|shared\/funds\/balance-hero|packages\/ui\/src\/(sparkline|pull-to-refresh|relative-time|page-icons)|shell\/[a-z-]+\/(wallets|valued-wallets|outside-words|use-pages|refetch-until-current|price-badge|use-first-known)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: {
      "/api": SERVER,
      "/ebapi": SERVER,
      "/uploads": SERVER,
      "/outbox": SERVER,
      "/exports": SERVER,
      "/ws": { target: SERVER, ws: true },
    },
  },
});
