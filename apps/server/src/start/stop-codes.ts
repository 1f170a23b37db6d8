/** Another process has taken over. A supervisor starts this one again. */
export const EXIT_FENCED = 4;

/**
 * Returns the exit code of a process that learns that another one has taken over.
 * @param stopping exit code of the stop that has begun; `undefined` if none has. After a failure, a part of the process may
 * report its own loss before another one reports the new leader: that is not a stop that was asked for, and a supervisor
 * must start the process again
 */
export function codeOfFenced(stopping: number | undefined): number {
  return stopping === 0 ? 0 : EXIT_FENCED;
}
