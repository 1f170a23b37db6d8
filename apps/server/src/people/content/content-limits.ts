/** All limits of the site's own texts, with their units. */
export const CONTENT_LIMITS = {
  /** Unicode code points. */
  title: 120,
  summary: 300,
  body: 12_000,
  /** Total number of items, including drafts. */
  items: 2_000,
  /** Maximum number of stored pictures for articles and adverts. */
  pictures: 2_000,
  /** Adverts and articles shown on the home page. */
  homeAdverts: 5,
  homeNews: 5,
  /** How far ahead a publication can be scheduled. */
  publishAheadMs: 365 * 86_400_000,
} as const;
