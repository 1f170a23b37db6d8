import type { CallReply } from "@candor/wire/calls";

/** What closing the account would mean: what stands in the way, and what its owner is asked for. */
export type Closing = CallReply<"closeAccount">;
