import type { FastifyInstance } from "fastify";
import type { Uploads } from "../../people/uploads/uploads.ts";

/** Only the viewer's browser may cache a linked picture, no proxy. */
const CACHE_CONTROL = "private, max-age=900";

interface LinkRoute {
  readonly Params: { readonly userId: string; readonly name: string };
  readonly Querystring: { readonly expires?: unknown; readonly signature?: unknown };
}

/** Serves `/uploads/<user>/<name>`: a picture, to anyone with a signed link, for the 15 minutes that it is valid. */
export function serveUploads(app: FastifyInstance, uploads: Uploads): void {
  app.get<LinkRoute>("/uploads/:userId/:name", async (request, reply) => {
    const { userId, name } = request.params;
    const { expires, signature } = request.query;
    const picture =
      typeof expires === "string" && typeof signature === "string"
        ? await uploads.follow(`/uploads/${userId}/${name}`, expires, signature)
        : undefined;
    if (picture === undefined) {
      reply.callNotFound();
      return reply;
    }
    return reply
      .header("cache-control", CACHE_CONTROL)
      .header("content-disposition", "inline")
      .type(picture.contentType)
      .send(picture.bytes);
  });
}
