import { mkdtempSync } from "node:fs";
import { pino } from "pino";
import { readEnvironment } from "./apps/server/src/config/environment.ts";
import { startServer } from "./apps/server/src/start/server.ts";
const home = mkdtempSync("/dev/shm/core29home-");
const env = readEnvironment({ CANDOR_HOME: home, PORT: "0", LOG_LEVEL: "warn", CANDOR_PRICES: "simulated", CANDOR_CACHE: "/tmp/core29/cache", DATABASE_URL: "postgres://postgres@127.0.0.1:5929/rm", CANDOR_LIQUIDITY: "on", ...process.env } as any);
const log = pino({ level: "warn" });
let last=performance.now(); (globalThis as any).T=(w:string)=>{const n=performance.now(); if(n-last>15) console.log("   ",Math.round(n-last),w); last=n;};
for (let i = 0; i < 4; i++) {
  const t = performance.now(); last=t;
  const s = await startServer(env, log, (e) => console.error(e));
  console.log("start", i, Math.round(performance.now() - t));
  await new Promise((r) => setTimeout(r, 3000));
  const c = performance.now();
  await s.close();
  console.log("close", Math.round(performance.now() - c));
}
process.exit(0);
