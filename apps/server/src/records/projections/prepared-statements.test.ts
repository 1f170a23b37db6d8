import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { INT8_OID, readInt8 } from "./integer-column.ts";
import { ARRAY_SERIALIZERS } from "./number-array-bytes.ts";
import { PreparedStatements } from "./prepared-statements.ts";

const INSERT = `
  insert into amounts (id, units, side, isOpen, cost, name)
  select unnest($1::bigint[]), unnest($2::integer[]), unnest($3::smallint[]), unnest($4::boolean[]),
    unnest($5::numeric[]), unnest($6::text[])
  on conflict (id) do update set units = amounts.units + excluded.units`;
const ROWS = [
  Float64Array.of(1, -2, Number.MAX_SAFE_INTEGER),
  Float64Array.of(5, -6, 7),
  Float64Array.of(0, 1, 2),
  Float64Array.of(0, 1, 0),
  "{1,-22222222222222222222,0}",
  String.raw`{"a \"quoted\" \\ name","","ü"}`,
];
const SELECT =
  "select id, units, side, isOpen, cost, name from amounts where id = any($1::bigint[]) order by id";

let database: PGlite;
beforeAll(async () => {
  database = await PGlite.create({ parsers: { [INT8_OID]: readInt8 } });
});
afterAll(() => database.close());

async function emptied(): Promise<PreparedStatements> {
  await database.exec(`
    drop table if exists amounts;
    deallocate all;
    create table amounts (id bigint primary key, units integer, side smallint, isOpen boolean, cost numeric, name text)`);
  return new PreparedStatements(database);
}

const preparedNow = async () =>
  (await database.query<{ sql: string }>("select statement as sql from pg_prepared_statements")).rows.length;

test("READ-52 prepared statements write and read what others do, each time", async () => {
  const statements = await emptied();
  const ids = ROWS[0] as Float64Array;
  for (let times = 1; times <= 8; times++) {
    expect(await statements.query(INSERT, ROWS)).toEqual({ rows: [], affectedRows: 3 });
    const expected = await database.query(SELECT, [ids], { serializers: ARRAY_SERIALIZERS });
    const { rows } = await statements.query(SELECT, [ids]);
    expect(rows).toEqual(expected.rows);
    expect(rows).toMatchObject([{ units: -6 * times }, { units: 5 * times }, { units: 7 * times }]);
  }
  expect(await preparedNow()).toBe(2);
});

test("READ-52 an error has the database's code, and the statement works afterwards", async () => {
  const statements = await emptied();
  const plain = INSERT.slice(0, INSERT.indexOf("on conflict"));
  await expect(statements.query("select $1::bigint from nowhere", [1])).rejects.toMatchObject({
    code: "42P01",
  });
  await database.exec("begin");
  await statements.query(plain, ROWS);
  await expect(statements.query(plain, ROWS)).rejects.toMatchObject({ code: "23505" });
  await expect(statements.query(SELECT, [ROWS[0]])).rejects.toMatchObject({ code: "25P02" });
  await database.exec("rollback");
  expect(await statements.query(SELECT, [ROWS[0]])).toMatchObject({ rows: [] });
  expect(await statements.query(plain, ROWS)).toMatchObject({ affectedRows: 3 });
  await expect(statements.query(plain, [Float64Array.of(0.5), ...ROWS.slice(1)])).rejects.toThrow(RangeError);
});

test("READ-52 statements survive a change of their table's indexes", async () => {
  const statements = await emptied();
  await statements.query(INSERT, ROWS);
  await database.exec("create index by_units on amounts (units); truncate amounts; analyze amounts");
  await statements.query(INSERT, ROWS);
  await database.exec("drop index by_units");
  await statements.query(INSERT, ROWS);
  const { rows } = await statements.query(SELECT, [Float64Array.of(1)]);
  expect(rows).toMatchObject([{ id: 1, units: 10 }]);
});

test("READ-52 any number of different statements takes a bounded amount of memory", async () => {
  const statements = await emptied();
  for (let number = 0; number < 250; number++)
    expect(await statements.query(`select $1::integer + ${number} as sum`, [1])).toMatchObject({
      rows: [{ sum: number + 1 }],
    });
  expect(await preparedNow()).toBe(100);
  expect(await statements.query("select $1::integer + 0 as sum", [null])).toMatchObject({
    rows: [{ sum: null }],
  });
});
