/** A row of a table of queries: its types only. */
export interface QueryRow<Parameters extends readonly unknown[], View> {
  readonly parameters?: Parameters;
  readonly view?: () => View;
}

export const query = <Parameters extends readonly unknown[], View extends object>(): QueryRow<
  Parameters,
  View
> => ({});

export type QueryTable = Readonly<Record<string, QueryRow<readonly unknown[], object>>>;

type ParametersOf<Row> = Row extends { readonly parameters?: infer P extends readonly unknown[] } ? P : never;
type AnswerOf<Row> = Row extends { readonly view?: () => infer View } ? View : never;

/** The table's queries as methods that answer from the live state, once everything in the answer is durable. */
export type QueriesOf<Table extends QueryTable> = {
  [Name in keyof Table]: (...parameters: ParametersOf<Table[Name]>) => Promise<AnswerOf<Table[Name]>>;
};

/** The table's queries as methods of a machine; what the engine adds to the answer is the sequence number. */
export type ViewsOf<Table extends QueryTable> = {
  [Name in keyof Table]: (...parameters: ParametersOf<Table[Name]>) => Omit<AnswerOf<Table[Name]>, "asOfSeq">;
};
