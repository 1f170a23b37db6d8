/** What is served on METRICS_PORT. */
export const PAGES = { "/healthz": "health", "/metrics": "metrics", "/alarms": "alarms" } as const;
export type Page = (typeof PAGES)[keyof typeof PAGES];

export interface StatusThreadSettings {
  readonly host: string;
  readonly port: number;
  /** Signals of the writers to the database. */
  readonly writers: readonly SharedArrayBuffer[];
  readonly role: string;
  readonly term: number;
  /** `/healthz` until the main thread has answered for the first time. */
  readonly health: object;
}

export interface PageContent {
  readonly contentType: string;
  readonly text: string;
}

export type FromStatusThread =
  | { readonly kind: "listening"; readonly port: number }
  | { readonly kind: "cannot-listen"; readonly error: Error }
  | { readonly kind: "ask"; readonly id: number; readonly page: Page };

export type ToStatusThread =
  /** `content` is undefined if the page could not be made. */
  | { readonly kind: "answer"; readonly id: number; readonly content: PageContent | undefined }
  | { readonly kind: "close" };
