import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { UPLOAD_LIMITS } from "../../people/uploads/upload-limits.ts";
import type { Payload } from "./envelope.ts";

const FILE_FIELD = "file";

/** Contents of a multipart form. */
export interface UploadForm {
  readonly fields: Payload;
  readonly file: UploadedFile;
}

/** `undefined` if there was no file or an empty one. */
export type UploadedFile = Buffer | "too-large" | undefined;

/** In this scope of the gateway, handlers read multipart forms themselves. */
export async function allowForms(scope: FastifyInstance): Promise<void> {
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

/**
 * Reads a form to its end, with at most one file in memory. Returns `undefined` if it is malformed or has too many
 * parts.
 */
export async function readUploadForm(request: FastifyRequest): Promise<UploadForm | undefined> {
  const longest = UPLOAD_LIMITS.fileBytes + UPLOAD_LIMITS.formOverheadBytes;
  // Reject early if the declared length is already too long.
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
    return undefined; // Malformed form.
  }
  return { fields, file };
}
