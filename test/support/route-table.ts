import { readFileSync } from "node:fs";
import path from "node:path";

/** A row of docs/routes.md. */
export interface RouteRow {
  readonly path: string;
  /** Includes the query it is opened with. */
  readonly address: string;
  readonly audience: "everyone" | "visitors" | "users";
  readonly waiting: "skeleton" | "at once";
  readonly failed: "try again" | "goes on";
  /** Text for an empty account; undefined if there is no such state. */
  readonly empty: string | undefined;
  /** Code of the criterion whose test shows it filled. */
  readonly full: string;
}

const FILE = path.resolve(import.meta.dirname, "../../docs/routes.md");
const ROW =
  /^\| `([^`]+)` \| (everyone|visitors|users) \| (skeleton|at once) \| (try again|goes on) \| ([^|]+) \| ([A-Z]+-\d+) \|$/;

/** Parses the table; throws on an invalid row. */
export function routeTable(): readonly RouteRow[] {
  const lines = readFileSync(FILE, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  return lines.map((line) => {
    const [, address, audience, waiting, failed, empty, full] = ROW.exec(line) ?? [];
    if (address === undefined) throw new Error(`docs/routes.md: not a row: ${line}`);
    return {
      path: address.split("?")[0],
      address,
      audience,
      waiting,
      failed,
      empty: empty === "–" ? undefined : empty,
      full,
    } as RouteRow;
  });
}
