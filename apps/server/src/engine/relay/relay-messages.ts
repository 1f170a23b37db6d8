import type { ClientResult, EngineRequest } from "../runtime/engine-messages.ts";

/** What a gateway process sends to the engine. */
export interface RelayedRequest {
  readonly kind: "request";
  /** From 1, rising. A number is repeated only for a request that was not executed. */
  readonly number: number;
  readonly request: EngineRequest;
}

/** What it receives: every batch in order, with the answers to its own requests. */
export interface RelayedResult {
  readonly kind: "result";
  readonly result: ClientResult;
  /** The last of its requests that are answered now; requests are answered in order. 0: none ever. */
  readonly answered: number;
}
