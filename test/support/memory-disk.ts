import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const SHARED_MEMORY = "/dev/shm";
/** Many times what concurrent tests store there, so that they never use up memory that others need. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * Directory for homes of exchanges, servers and databases in tests: in memory if there is enough. Copying an empty 40
 * MB database to disk takes three times as long, and each clean shutdown waits for a thousand files to be synced. Tests
 * that kill during writes stay on disk, because they must cover disk latency.
 */
export const MEMORY_DISK = hasRoom() ? SHARED_MEMORY : tmpdir();

function hasRoom(): boolean {
  if (!existsSync(SHARED_MEMORY) || process.availableMemory() < 2 * ROOM_BYTES) return false;
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize >= ROOM_BYTES;
}
