/**
 * Version of the mapping from events to rows. Increase it with every change, so that tables of an older version are
 * rebuilt.
 */
export const PROJECTION_VERSION = 23;
