import Fastify from "fastify";
import { prepareCurve } from "../../custody/chain/hd-addresses.ts";

/**
 * Loads and runs, while this core stands by, code that a take-over runs once: modules that are loaded when first used, and
 * tables of the elliptic curve.
 */
export async function warmUp(): Promise<void> {
  await Promise.all([import("../serve-clients.ts"), import("../../custody/chain/start-chains.ts")]);
  const app = Fastify();
  app.get("/", () => "");
  await app.ready();
  await app.close();
  prepareCurve();
}
