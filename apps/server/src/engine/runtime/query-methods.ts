import type { QueryTable } from "@candor/domain/query-table";

/**
 * Makes a base class with one method per query of the table; the caller says which types they have.
 * @param answer what each method does, given the object that it was called on
 */
export function queryMethods(
  table: QueryTable,
  answer: (self: object, name: string, parameters: readonly unknown[]) => unknown,
): abstract new () => object {
  // oxlint-disable-next-line typescript/no-extraneous-class -- its methods are defined below
  abstract class QueryMethods {}
  for (const name of Object.keys(table))
    Object.defineProperty(QueryMethods.prototype, name, {
      value(this: object, ...parameters: readonly unknown[]) {
        return answer(this, name, parameters);
      },
      configurable: true,
      writable: true,
    });
  return QueryMethods;
}

/** Calls the machine's method for a query. Throws for a name that is not in the table. */
export function askMachine(
  table: QueryTable,
  machine: object,
  name: string,
  parameters: readonly unknown[],
): object {
  if (!Object.hasOwn(table, name)) throw new RangeError(`unknown query ${name}`);
  const view = machine[name as keyof typeof machine] as (...given: readonly unknown[]) => object;
  return view.apply(machine, [...parameters]);
}
