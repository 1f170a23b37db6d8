import type { CallReply } from "@candor/wire/calls";

/** Consequences of closing the account: obstacles and required proofs. */
export type Closing = CallReply<"closeAccount">;
