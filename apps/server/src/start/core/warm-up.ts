import Fastify from "fastify";
import { prepareCurve } from "../../custody/chain/hd-addresses.ts";
import { inspectHome } from "../../engine/home/inspect-home.ts";

/**
 * Loads and runs, while this core stands by, code that a take-over runs once: modules that are loaded when first used,
 * tables of the elliptic curve, and the check of the home, whose result does not matter yet.
 */
export async function warmUp(home: string, keyFile: string): Promise<void> {
  await Promise.all([import("../serve-clients.ts"), import("../../custody/chain/start-chains.ts")]);
  const app = Fastify();
  app.get("/", () => "");
  await app.ready();
  await app.close();
  prepareCurve();
  inspectHome(home, keyFile);
}
