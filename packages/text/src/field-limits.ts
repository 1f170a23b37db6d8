/** Limits of fields that people fill in, in code points. The wire's schemas and the app's forms share them. */
export const MAX_NICKNAME = 20;
export const MAX_ANTI_PHISHING_CODE = 20;
/** Name that a user gives to an API key, a passkey or a withdrawal address. */
export const MAX_LABEL = 40;
export const MAX_CHAT_TEXT = 1_000;
export const MAX_CHAIN_ADDRESS = 128;
/** A second factor: a one-time code, or a recovery code with its hyphens. */
export const MAX_FACTOR_CODE = 40;
/** Searches in articles and in markets. */
export const MAX_ARTICLE_QUERY = 40;
export const MAX_MARKET_QUERY = 20;

/** Verification of identity. */
export const MAX_FULL_NAME = 80;
export const MAX_POSTAL_ADDRESS = 200;
export const MAX_ID_NUMBER = 30;
/** Letters, digits, spaces and hyphens of a document's number. */
export const ID_NUMBER = /^[0-9A-Za-z -]{4,30}$/;

/** Hash of a transaction on an EVM chain. */
export const TRANSACTION_HASH = /^0x[0-9a-fA-F]{64}$/;
