import type { SignerGreeting, SignerRefusal, SignerReply, SignerRequestInput } from "./signer-messages.ts";

/**
 * Messages between a core and a signer on a machine of its own are JSON: the signer parses and checks every byte that it
 * receives, and never deserializes objects. The first message is the core's greeting, the second its answer.
 */
export type CoreMessage =
  | { readonly greeting: SignerGreeting }
  | { readonly id: number; readonly request: SignerRequestInput };

export type SignerMessage =
  /** The highest term that the signer has seen. */
  | { readonly admitted: { readonly term: number } }
  | { readonly turnedAway: SignerRefusal; readonly term: number }
  | SignerReply;

/** Looks up at most 1,000 withdrawals. */
export const MAX_REQUEST_BYTES = 64 * 1024;
/** A thousand payments with many raised fees each. */
export const MAX_REPLY_BYTES = 32 * 1024 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

export const encodeMessage = (message: CoreMessage | SignerMessage): Uint8Array =>
  encoder.encode(JSON.stringify(message));

/** Throws when the bytes are not JSON. */
export const decodeMessage = (bytes: Uint8Array): unknown => JSON.parse(decoder.decode(bytes));
