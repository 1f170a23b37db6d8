/** Every limit of the site's own texts, with its unit. */
export const CONTENT_LIMITS = {
  /** Unicode code points. */
  title: 120,
  summary: 300,
  body: 12_000,
  /** Items in all, drafts included. */
  items: 2_000,
  /** Pictures of articles and adverts that are kept. */
  pictures: 2_000,
  /** Adverts and articles that the home page shows. */
  homeAdverts: 5,
  homeNews: 5,
  /** The furthest that something may be published ahead of its time. */
  publishAheadMs: 365 * 86_400_000,
} as const;
