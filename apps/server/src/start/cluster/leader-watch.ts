import pg from "pg";

const TIMEOUT_MS = 2_000;
/** A standby that is further behind cannot take over at once. */
const MAX_LAG_COMMANDS = 1_000;
const QUERY = `select leader.name, leader.term::text, (
    select node.pid from candor_journal.node where node.name = leader.name and node.role = 'leader'
      and node.term = leader.term) as pid, coalesce((
    select json_agg(json_build_object('name', node.name, 'pid', node.pid)) from candor_journal.node
    where node.role = 'standby' and node.seen > now() - interval '3 seconds' and node.seq + ${MAX_LAG_COMMANDS} >= (
      select coalesce(max(seq), 0) from candor_journal.node where role = 'leader')), '[]') as standbys
  from candor_journal.leader where leader.term > 0`;

/** The core that leads, as the databases know it. */
export interface Leader {
  readonly name: string;
  readonly term: number;
  /** The process that reports as the leader of this term; null until it does. */
  readonly pid: number | null;
  /** Cores that would take over at once. */
  readonly standbys: readonly { readonly name: string; readonly pid: number }[];
}

/** Reads from the primary database who leads and who stands by. */
export class LeaderWatch {
  private client: { readonly port: number; readonly connection: pg.Client } | undefined;
  private readonly url: string;

  /** @param url address of the exchange's database, of any servers: only user, password and database are used */
  constructor(url: string) {
    this.url = url;
  }

  /** @returns undefined if nobody has led yet. Rejects if the database does not answer. */
  async read(port: number): Promise<Leader | undefined> {
    if (this.client?.port !== port) await this.connect(port);
    const { connection } = this.client as { connection: pg.Client };
    try {
      const { rows } = await connection.query<Omit<Leader, "term"> & { term: string }>({
        text: QUERY,
        query_timeout: TIMEOUT_MS,
      } as pg.QueryConfig);
      const [row] = rows;
      return row === undefined ? undefined : { ...row, term: Number(row.term) };
    } catch (error) {
      if (error instanceof pg.DatabaseError && NOT_CREATED.has(error.code ?? "")) return undefined;
      this.close();
      throw error;
    }
  }

  close(): void {
    this.client?.connection.end().catch(() => undefined);
    this.client = undefined;
  }

  private async connect(port: number): Promise<void> {
    this.close();
    const connection = new pg.Client({
      connectionString: this.url.replace(/@[^/]+\//, `@127.0.0.1:${port}/`),
      application_name: "candor-cluster",
      connectionTimeoutMillis: TIMEOUT_MS,
    });
    connection.on("error", () => {
      if (this.client?.connection === connection) this.client = undefined;
    });
    await connection.connect();
    this.client = { port, connection };
  }
}

/** Codes of a missing schema and of a missing table: no core has started yet. */
const NOT_CREATED = new Set(["3F000", "42P01"]);
