import { writeFileSync } from "node:fs";
import path from "node:path";
import { CONSOLE_CALLS } from "@candor/server/edge/console-api/console-calls";
import { commandRows, roleTable } from "@candor/server/operators/desk/role-table";

/** Writes docs/operator-roles.md from the server's roles: `node scripts/write-role-page.ts`. */
const PAGE = path.resolve(import.meta.dirname, "../docs/operator-roles.md");
const calls = Object.entries(CONSOLE_CALLS).map(([name, { roles }]) => [name, roles] as const);

writeFileSync(
  PAGE,
  `# What each role may do

The server checks these roles on every console request (\`roles.ts\`). A test compares this page with the code and tries every call and
command in every role. An operator with several roles has all of their rights. The command line on the server's own machine requires no
role. Nothing here writes a price or an outcome, and no one person can change a balance.

\`node scripts/write-role-page.ts\` regenerates this page.

## Commands
These work in the console and on the command line. The audit log records every action and every view of a user's documents.

${roleTable(commandRows())}

## Calls of the console
Console pages use these calls. They only read, except \`command\`, which issues a command under the roles above.

${roleTable(calls)}
`,
);
