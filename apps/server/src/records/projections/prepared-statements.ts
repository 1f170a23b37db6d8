import { type messages, type PGlite, parse, protocol } from "@electric-sql/pglite";
import { ARRAY_SERIALIZERS } from "./number-array-bytes.ts";
import type { PGliteResult } from "./pglite-session.ts";

/** Text of a value whose type needs no other format. */
const textOf = (value: unknown): string => String(value);

/** The projector has about 60 statements; the oldest of more is forgotten. */
const MAX_STATEMENTS = 100;

const { serialize } = protocol;
type Message = messages.BackendMessage;

interface Prepared {
  readonly name: string;
  /** Type OID of each parameter. */
  readonly parameterTypes: readonly number[];
  /** The messages that describe the columns of its result; empty if it returns none. */
  readonly columns: readonly Message[];
}

/**
 * Statements that the embedded database has parsed and planned once, by their text. Doing that each time
 * takes it 0.3 ms, a fifth of the time for a group of 100 orders. The caller executes one statement at a time.
 */
export class PreparedStatements {
  private readonly database: PGlite;
  private readonly prepared = new Map<string, Prepared>();
  private nextId = 1;

  constructor(database: PGlite) {
    this.database = database;
  }

  /** Executes a statement, which is prepared if it is new. Throws the database's error. */
  async query(sql: string, parameters: readonly unknown[]): Promise<PGliteResult> {
    const { name, parameterTypes, columns } = this.prepared.get(sql) ?? (await this.prepare(sql));
    const values = parameters.map((value, at) => this.serialized(value, parameterTypes[at] as number));
    const answer = await this.send([
      serialize.bind({ statement: name, values }),
      serialize.execute(),
      serialize.sync(),
    ]);
    const [result] = parse.parseResults([...columns, ...answer], this.database.parsers);
    return { rows: result?.rows ?? [], affectedRows: result?.affectedRows };
  }

  private async prepare(sql: string): Promise<Prepared> {
    if (this.prepared.size >= MAX_STATEMENTS) await this.forgetOldest();
    const name = `s${this.nextId++}`;
    const answer = await this.send([
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: "S", name }),
      serialize.sync(),
    ]);
    const prepared: Prepared = {
      name,
      parameterTypes: parse.parseDescribeStatementResults(answer),
      columns: answer.filter((message) => message.name === "rowDescription"),
    };
    this.prepared.set(sql, prepared);
    return prepared;
  }

  private async forgetOldest(): Promise<void> {
    for (const [sql, { name }] of this.prepared) {
      this.prepared.delete(sql);
      await this.send([serialize.close({ type: "S", name }), serialize.sync()]);
      return;
    }
  }

  private serialized(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null;
    const serializer = ARRAY_SERIALIZERS[type] ?? this.database.serializers[type];
    return (serializer ?? textOf)(value);
  }

  private send(parts: readonly Uint8Array[]): Promise<Message[]> {
    return this.database.runExclusive(() => this.database.execProtocolStream(Buffer.concat(parts)));
  }
}
