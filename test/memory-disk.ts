import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const SHARED_MEMORY = "/dev/shm";
/** Many times what tests that run at once keep there, so that they never use up what others need. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * Where tests keep the homes of exchanges, servers and databases, in memory where the system has enough of it: copying an
 * empty database of forty megabytes to a disk costs three times as much, and each clean end waits until a thousand files of
 * it are on the disk. Tests of kills amid writes stay on the disk, whose pauses are among the moments that they are to meet.
 */
export const MEMORY_DISK = hasRoom() ? SHARED_MEMORY : tmpdir();

function hasRoom(): boolean {
  if (!existsSync(SHARED_MEMORY) || process.availableMemory() < 2 * ROOM_BYTES) return false;
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize >= ROOM_BYTES;
}
