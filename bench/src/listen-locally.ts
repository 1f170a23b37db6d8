import type { FastifyInstance } from "fastify";

/** Listens at any free port of this machine. @returns the port */
export async function listenLocally(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}
