import type { CallName } from "@candor/wire/calls";
import type { WireAnswer, WireClient } from "../wire-client.ts";

const BOUNDARY = "candor-test-boundary";

export interface FilePart {
  readonly name?: string;
  readonly fileName?: string;
  readonly contentType?: string;
  readonly bytes: Uint8Array;
}

/** Returns a multipart body in a browser's format. */
export function multipartBody(fields: Readonly<Record<string, string>>, files: readonly FilePart[]): Buffer {
  const chunks: Uint8Array[] = [];
  for (const [name, value] of Object.entries(fields))
    chunks.push(
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    );
  for (const { name = "file", fileName = "picture.jpg", contentType = "image/jpeg", bytes } of files)
    chunks.push(
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n` +
          `Content-Type: ${contentType}\r\n\r\n`,
      ),
      bytes,
      Buffer.from("\r\n"),
    );
  return Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** Sends a form to the upload call, or to another one. */
export function sendForm<Name extends CallName = "upload">(
  client: WireClient,
  fields: Readonly<Record<string, string>>,
  files: readonly FilePart[],
  name = "upload" as Name,
): Promise<WireAnswer<Name>> {
  return client.postRaw(name, multipartBody(fields, files), MULTIPART);
}
