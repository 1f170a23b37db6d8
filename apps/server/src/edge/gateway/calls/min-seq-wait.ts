/** Maximum time a list waits for the sequence number that its caller has seen. */
export const MIN_SEQ_WAIT_MS = 1_000;
