import { randomBytes } from "node:crypto";
import { type Outcome, reject } from "@candor/wire/rejection";
import { reencodePicture } from "../uploads/picture.ts";
import type { UploadFiles } from "../uploads/upload-files.ts";
import { PICTURE_PATH } from "./content-input.ts";
import { CONTENT_LIMITS } from "./content-limits.ts";
import { ContentProblem } from "./content-service.ts";

const FOLDER = "pictures";
const NAME_BYTES = 16;

/** Pictures of articles and adverts: re-encoded like every upload, and public. */
export class ContentPictures {
  private readonly files: UploadFiles;

  constructor(files: UploadFiles) {
    this.files = files;
  }

  /** Stores a picture and resolves with its path once it is durable. Rejects 210. Throws BusyError. */
  async keep(bytes: Uint8Array): Promise<Outcome<string> | ContentProblem> {
    if ((await this.files.list(FOLDER)).length >= CONTENT_LIMITS.pictures)
      return new ContentProblem(`The maximum of ${CONTENT_LIMITS.pictures} pictures is reached.`);
    // Re-encoded as JPEG, so that public pictures contain no metadata.
    const made = await reencodePicture(bytes, "chat");
    if (made === undefined) return reject("upload.imageFormat");
    const name = randomBytes(NAME_BYTES).toString("base64url");
    await this.files.write(FOLDER, name, made);
    return `/${FOLDER}/${name}`;
  }

  /** Returns the JPEG; undefined if it does not exist. */
  async read(path: string): Promise<Buffer | undefined> {
    return PICTURE_PATH.test(path) ? await this.files.read(FOLDER, path.slice(FOLDER.length + 2)) : undefined;
  }
}
