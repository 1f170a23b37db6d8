import type { z } from "zod";
import { ACCOUNT_DOCUMENT_CALLS } from "./account-document-calls.ts";
import { API_KEY_CALLS } from "./api-key-calls.ts";
import type { WireCall } from "./call.ts";
import { CHAT_CALLS } from "./chat-calls.ts";
import { CLOSE_ACCOUNT_CALLS } from "./close-account-calls.ts";
import { CONTRACT_CALLS } from "./contract-calls.ts";
import { CONVERT_CALLS } from "./convert-calls.ts";
import { DEPOSIT_CALLS } from "./deposit-calls.ts";
import { EVIDENCE_CALLS } from "./evidence-calls.ts";
import { IDENTITY_CALLS } from "./identity-calls.ts";
import { LEVER_CALLS } from "./lever-calls.ts";
import { MARKET_CALLS } from "./market-calls.ts";
import { MINING_CALLS } from "./mining-calls.ts";
import { NOTIFY_CALLS } from "./notify-calls.ts";
import { OPTION_CALLS } from "./option-calls.ts";
import { ORDER_CALLS } from "./order-calls.ts";
import { PROFIT_CALLS } from "./profit-calls.ts";
import { SECURITY_CALLS } from "./security-calls.ts";
import { SITE_CALLS } from "./site-calls.ts";
import { TEAM_CALLS } from "./team-calls.ts";
import { TWAP_CALLS } from "./twap-calls.ts";
import { VERIFICATION_CALLS } from "./verification-calls.ts";
import { WALLET_CALLS } from "./wallet-calls.ts";
import { WITHDRAWAL_CALLS } from "./withdrawal-calls.ts";

/** All calls of the wire. Validation, rate limits, the docs and OpenAPI derive from this table. */
export const CALLS = {
  ...SITE_CALLS,
  ...IDENTITY_CALLS,
  ...VERIFICATION_CALLS,
  ...SECURITY_CALLS,
  ...API_KEY_CALLS,
  ...CLOSE_ACCOUNT_CALLS,
  ...ACCOUNT_DOCUMENT_CALLS,
  ...TEAM_CALLS,
  ...MARKET_CALLS,
  ...ORDER_CALLS,
  ...TWAP_CALLS,
  ...OPTION_CALLS,
  ...CONTRACT_CALLS,
  ...MINING_CALLS,
  ...LEVER_CALLS,
  ...EVIDENCE_CALLS,
  ...WALLET_CALLS,
  ...CONVERT_CALLS,
  ...PROFIT_CALLS,
  ...DEPOSIT_CALLS,
  ...WITHDRAWAL_CALLS,
  ...CHAT_CALLS,
  ...NOTIFY_CALLS,
} as const satisfies Record<string, WireCall>;

export type CallName = keyof typeof CALLS;
/** A validated request with defaults filled in. */
export type CallRequest<Name extends CallName> = z.output<(typeof CALLS)[Name]["request"]>;
/** `data` of an accepted call. */
export type CallReply<Name extends CallName> = z.output<(typeof CALLS)[Name]["reply"]>;

export const CALL_NAMES = Object.keys(CALLS) as CallName[];
