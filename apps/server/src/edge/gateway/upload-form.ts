import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { UPLOAD_LIMITS } from "../../people/uploads/upload-limits.ts";
import type { Payload } from "./envelope.ts";

const FILE_FIELD = "file";

/** What a multipart form brought. */
export interface UploadForm {
  readonly fields: Payload;
  readonly file: UploadedFile;
}

/** undefined: there was none, or an empty one. */
export type UploadedFile = Buffer | "too-large" | undefined;

/** In this part of the gateway multipart forms are left to whoever reads them. */
export async function takeForms(scope: FastifyInstance): Promise<void> {
  scope.removeContentTypeParser("multipart/form-data");
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fileSize: UPLOAD_LIMITS.fileBytes,
      parts: UPLOAD_LIMITS.formParts,
      files: UPLOAD_LIMITS.formParts,
      fields: UPLOAD_LIMITS.formParts,
      fieldSize: UPLOAD_LIMITS.fieldBytes,
      fieldNameSize: UPLOAD_LIMITS.fieldBytes,
    },
  });
}

/** Reads a form to its end, with at most one file in memory; undefined: it is broken, or has too many parts. */
export async function readUploadForm(request: FastifyRequest): Promise<UploadForm | undefined> {
  const longest = UPLOAD_LIMITS.fileBytes + UPLOAD_LIMITS.formOverheadBytes;
  // What says itself that it is too long need not come.
  if (Number(request.headers["content-length"] ?? 0) > longest) return { fields: {}, file: "too-large" };
  const fields: Payload = {};
  let file: UploadedFile;
  try {
    for await (const part of request.parts()) {
      if (part.type === "field") fields[part.fieldname] = part.value;
      else if (part.fieldname !== FILE_FIELD || file !== undefined) part.file.resume();
      else {
        const bytes = await part.toBuffer();
        file = part.file.truncated ? "too-large" : bytes.length === 0 ? undefined : bytes;
      }
    }
  } catch {
    return undefined; // whatever the parser could not read
  }
  return { fields, file };
}
