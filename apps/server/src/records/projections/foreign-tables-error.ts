/** The tables of a database server belong to another exchange. */
export class ForeignTablesError extends Error {
  constructor(seq: number) {
    super(
      `the database of DATABASE_URL has the tables of another exchange, up to command ${seq}. Is CANDOR_HOME the home ` +
        "they belong to, and is its disk mounted? If these tables are not needed: npm run rebuild-read-models",
    );
    this.name = "ForeignTablesError";
  }
}
