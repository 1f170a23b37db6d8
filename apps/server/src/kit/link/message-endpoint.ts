import type { MessagePort } from "node:worker_threads";

/**
 * One end of a pair that exchanges messages in order: a MessagePort, or a channel of a link between processes. Messages are
 * copied by structured clone; a link copies only what `v8.serialize` can, so no ports and no shared memory. Its events are
 * `message` and `close`, after which nothing arrives.
 */
export type MessageEndpoint = Pick<MessagePort, "postMessage" | "on" | "once" | "close">;
