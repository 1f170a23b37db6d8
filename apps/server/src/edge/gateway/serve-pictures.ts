import type { FastifyInstance } from "fastify";
import type { ContentPictures } from "../../people/content/content-pictures.ts";

/** The picture at a path never changes. */
const CACHE_CONTROL = "public, max-age=31536000, immutable";

interface PictureRoute {
  readonly Params: { readonly name: string };
}

/** Serves `/pictures/<name>`: the pictures of articles and adverts. */
export function servePictures(app: FastifyInstance, pictures: Pick<ContentPictures, "read">): void {
  app.get<PictureRoute>("/pictures/:name", async (request, reply) => {
    const bytes = await pictures.read(`/pictures/${request.params.name}`);
    if (bytes === undefined) {
      reply.callNotFound();
      return reply;
    }
    return reply
      .header("cache-control", CACHE_CONTROL)
      .header("content-disposition", "inline")
      .type("image/jpeg")
      .send(bytes);
  });
}
