/** The journal could not make a frame durable. It accepts nothing more; the process must exit and recover. */
export class JournalWriteError extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`journal: ${what}`, options);
    this.name = "JournalWriteError";
  }
}

/** Where a journal is damaged. */
export interface DamagePlace {
  readonly file: string;
  /** Bytes from the start of the file. */
  readonly offset: number;
  /** The frame expected there. */
  readonly frameNumber: number;
  /** The sequence number expected at the start of this frame. */
  readonly seq: number;
}

/** The bytes on disk are not what was written: a damaged, missing or foreign frame. Never repaired silently. */
export class JournalCorruptError extends Error {
  readonly place: DamagePlace;

  constructor(what: string, place: DamagePlace) {
    const { file, offset, frameNumber, seq } = place;
    super(`journal damaged: ${what} (${file}, byte ${offset}, frame ${frameNumber}, sequence number ${seq})`);
    this.name = "JournalCorruptError";
    this.place = place;
  }
}

/** Another live process (or thread) uses this directory. */
export class DirectoryLockedError extends Error {
  readonly pid: number;

  constructor(directory: string, pid: number) {
    super(
      pid === process.pid
        ? `${directory} is already open in this process`
        : `${directory} is in use by the running process ${pid}; stop it first`,
    );
    this.name = "DirectoryLockedError";
    this.pid = pid;
  }
}
