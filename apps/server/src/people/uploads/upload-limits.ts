/** Every limit of uploads, with its unit. */
export const UPLOAD_LIMITS = {
  fileBytes: 8 * 1024 * 1024,
  /** Boundaries, headers and the other fields of a form. */
  formOverheadBytes: 64 * 1024,
  formParts: 8,
  fieldBytes: 256,
  /** Width times height of what is sent. */
  pixels: 40_000_000,
  /** Forms that are read or wait for their picture at a time; each may hold a file in memory. */
  maxUnderWay: 16,
  maxUnderWayPerUser: 2,
  /** Pictures made anew at a time: the thread pool has four threads, and two of them hash passwords. */
  maxEncoding: 1,
  encodingSeconds: 20,
  /** The longer side of what is kept, in pixels. */
  avatarSide: 512,
  photoSide: 4_096,
  /** A user's pictures of one purpose that nothing refers to; the oldest beyond go. */
  maxUnused: 20,
  linkLifetimeMs: 15 * 60_000,
} as const;
