import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { BROWSERS } from "../web/vite/browsers.ts";
import { precompressPlugin } from "../web/vite/precompress-plugin.ts";

const SERVER = process.env["CANDOR_SERVER"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/console/",
  plugins: [react(), precompressPlugin()],
  build: { outDir: "dist", emptyOutDir: true, target: BROWSERS, reportCompressedSize: false },
  server: {
    host: "127.0.0.1",
    port: 5174,
    proxy: { "/console/api": SERVER, "/uploads": SERVER, "/pictures": SERVER },
  },
});
