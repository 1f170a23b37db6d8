/** All limits of uploads, with units. */
export const UPLOAD_LIMITS = {
  fileBytes: 8 * 1024 * 1024,
  /** Overhead for boundaries, headers and the other fields of a form. */
  formOverheadBytes: 64 * 1024,
  formParts: 8,
  fieldBytes: 256,
  /** Maximum width times height of an uploaded picture. */
  pixels: 40_000_000,
  /** Maximum forms being read or waiting for re-encoding at a time; each may hold a file in memory. */
  maxUnderWay: 16,
  maxUnderWayPerUser: 2,
  /** Pictures re-encoded at a time: the thread pool has four threads, and two of them hash passwords. */
  maxEncoding: 1,
  encodingSeconds: 20,
  /** Longer side of the stored picture, in pixels. */
  avatarSide: 512,
  photoSide: 4_096,
  /** Maximum unreferenced pictures per user and purpose; the oldest are removed. */
  maxUnused: 20,
  linkLifetimeMs: 15 * 60_000,
} as const;
