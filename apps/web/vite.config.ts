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
    // Only Safari 16 lacks it of these; it loads the same parts, some of them a little later.
    // What a screen's code needs besides is named in the page (vite/early-load-plugin.ts): twice would be 2 kB of the first load.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) => (hostType === "html" ? files : []),
    },
    // Sizes are a test of their own.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        // The first script names all others: a letter less of each hash, which nothing compresses, is worth a hundred bytes.
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        // What several screens share comes as one file: dozens of tiny ones compress worse and cost a request each.
        codeSplitting: {
          groups: [
            {
              name: "kit",
              test: /packages\/ui\/src\/(?!sparkline|page-icons|pull-to-refresh|code-input|relative-time|day-field|passkeys)|features\/market\/(?!market(-(list|table|sort|match)|\.css)|pair-name|use-market-rows)|shell\/(balance-text|bell|connection|fresh-prices|new-build|open-search|load-part|last-product|offered|load-failed|log-in-first|market-data|page-title|use-desktop|use-search-params|with-count)|features\/first-steps\/first-steps|data\/request-key|node_modules\/react-dom\/(index|cjs\/react-dom\.production)\.js|packages\/money\/src\//,
              minShareCount: 2,
            },
            {
              // What the trade screens of all products have in common.
              name: "trading",
              test: /features\/trade\/(?!orders\/records-tab)/,
              minShareCount: 2,
            },
            {
              // What contracts share with pages of records and terms.
              name: "terms",
              test: /features\/contract\/contract-name|features\/liabilities\/(announced-terms|terms)|perpetual-formulas\/funding|shell\/use-server-now|data\/user-store/,
              minShareCount: 2,
            },
            {
              // Heading, menu and columns of all pages but the terminals.
              name: "page",
              test: /shell\/(page\.(tsx|css)|areas)/,
              minShareCount: 2,
            },
            {
              // Lists of markets, wallets and pages of records: the pages of lists share them, the trade screen has no use for them.
              name: "lists",
              test: /features\/market\/|features\/home\/balance-hero|packages\/ui\/src\/(sparkline|pull-to-refresh|relative-time|page-icons)|shell\/(wallets|valued-wallets|outside-words|use-pages|ask-while-behind|price-badge|use-first-known)/,
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
