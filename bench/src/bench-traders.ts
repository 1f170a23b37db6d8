export interface Trader {
  readonly userId: number;
  readonly token: string;
  /** Identifies the trader's device. */
  readonly deviceToken: string;
  readonly apiKey: string;
  readonly secret: string;
  /** The key of a program that signs with its own Ed25519 key, in PEM. */
  readonly ed25519: { readonly apiKey: string; readonly privateKey: string };
}

/** Credentials that the peer of signed orders checks. */
export const PEERS_KEY = { apiKey: "k".repeat(64), secret: "s".repeat(64) } as const;
