import { readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { digestOf, type FileKeeper } from "../../kit/durable/file-keeper.ts";
import { isDraft, writeDurablyAsync } from "../../kit/durable/write-durably.ts";

/** Storage of pictures. Names are `<folder>/<name>`; contents are already sealed. */
export interface UploadFiles {
  /** Resolves when the file is durable. */
  write(folder: string, name: string, content: Uint8Array): Promise<void>;
  /** Returns `undefined` if there is none. */
  read(folder: string, name: string): Promise<Buffer | undefined>;
  /** Oldest first. */
  list(folder: string): Promise<readonly string[]>;
  remove(folder: string, name: string): Promise<void>;
  removeFolder(folder: string): Promise<void>;
}

/** Files in a directory of the server's home, all of them registered. */
export class LocalUploadFiles implements UploadFiles {
  private readonly below: string;
  private readonly directory: string;
  private readonly files: FileKeeper;

  /** @param below name of the directory in the home */
  constructor(home: string, below: string, files: FileKeeper) {
    this.below = below;
    this.directory = path.join(home, below);
    this.files = files;
  }

  async write(folder: string, name: string, content: Uint8Array): Promise<void> {
    await writeDurablyAsync(this.fileOf(folder, name), content);
    await this.files.keep(`${this.below}/${folder}/${name}`, digestOf(content));
  }

  async read(folder: string, name: string): Promise<Buffer | undefined> {
    try {
      return await readFile(this.fileOf(folder, name));
    } catch (error) {
      return ignoreMissing(error);
    }
  }

  async list(folder: string): Promise<readonly string[]> {
    const directory = path.join(this.directory, folder);
    const names = await readdir(directory).catch((error: unknown) => ignoreMissing(error) ?? []);
    const dated = await Promise.all(
      names.filter((name) => !isDraft(name)).map((name) => dateOf(directory, name)),
    );
    return dated
      .flatMap((each) => each ?? [])
      .sort((a, b) => a.ms - b.ms || a.name.localeCompare(b.name))
      .map(({ name }) => name);
  }

  async remove(folder: string, name: string): Promise<void> {
    await this.files.drop(`${this.below}/${folder}/${name}`);
    await rm(this.fileOf(folder, name), { force: true });
  }

  async removeFolder(folder: string): Promise<void> {
    await this.files.dropFolder(`${this.below}/${folder}`);
    await rm(path.join(this.directory, folder), { recursive: true, force: true });
  }

  private fileOf(folder: string, name: string): string {
    return path.join(this.directory, folder, name);
  }
}

/** Returns `undefined` if another request has removed the file since it was listed. */
async function dateOf(
  directory: string,
  name: string,
): Promise<{ readonly name: string; readonly ms: number } | undefined> {
  try {
    return { name, ms: (await stat(path.join(directory, name))).mtimeMs };
  } catch (error) {
    return ignoreMissing(error);
  }
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
  throw error;
}
