/** Whether a stored value is one of the names that this version knows. */
export const isOneOf = <T extends string>(names: readonly T[], name: unknown): name is T =>
  (names as readonly unknown[]).includes(name);
