import { BaseError, RpcRequestError } from "viem";

/** Meanings of node errors, whose messages differ between geth, Erigon, Nethermind, Besu, Reth and Anvil. */
const MEANINGS = [
  ["known", /already known|known transaction|alreadyknown|already imported|already in (the )?pool/i],
  ["nonce-used", /nonce (is )?too low|oldnonce|nonce has already been used/i],
  [
    "underpriced",
    /underpriced|feetoolow|fee too low|(less|lower) than (the )?block base ?fee|max fee per gas less than/i,
  ],
  ["unfunded", /insufficient funds|insufficientfunds|insufficient balance for/i],
  ["reverts", /revert|invalid opcode|out of gas|execution error|vm execution/i],
] as const;

/** JSON-RPC 2.0: method not found; EIP-1474: method not supported. */
const MISSING_METHOD_CODES = new Set([-32_601, -32_004]);
/** The node is busy or broken, so the call has no result. */
const FAILURE_CODES = new Set([-32_603, -32_005, 429]);

export type RefusalKind = (typeof MEANINGS)[number][0] | "missing-method" | "other";

/** The node understood the call and refused it. */
export class RpcRefusal extends Error {
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "RpcRefusal";
    this.kind = kind;
  }
}

/**
 * Returns the cause for the log. viem puts the node's address into its errors, and a paid node's address often contains
 * its key, so only viem's short message, the details and the system's code are kept.
 */
export function causeWithoutAddress(error: unknown): Error {
  if (!(error instanceof BaseError)) return error instanceof Error ? error : new Error(String(error));
  const { code } = error.walk() as { readonly code?: unknown };
  const words = [error.shortMessage, error.details, typeof code === "string" ? code : ""];
  return new Error(words.filter((word) => word !== "").join(" · "));
}

/** Returns undefined when the node did not answer or failed itself. */
export function refusalOf(error: unknown): RpcRefusal | undefined {
  if (!(error instanceof BaseError)) return undefined;
  const answer = error.walk((cause) => cause instanceof RpcRequestError);
  if (!(answer instanceof RpcRequestError)) return undefined;
  const message = answer.details;
  const cause = causeWithoutAddress(error);
  if (MISSING_METHOD_CODES.has(answer.code)) return new RpcRefusal("missing-method", message, { cause });
  const meaning = MEANINGS.find(([, pattern]) => pattern.test(message));
  if (meaning !== undefined) return new RpcRefusal(meaning[0], message, { cause });
  // EIP-1474: code 3 is a reverted execution.
  if (answer.code === 3) return new RpcRefusal("reverts", message, { cause });
  if (FAILURE_CODES.has(answer.code)) return undefined;
  return new RpcRefusal("other", message, { cause });
}

export function isMissingMethod(error: unknown): boolean {
  return error instanceof RpcRefusal && error.kind === "missing-method";
}
