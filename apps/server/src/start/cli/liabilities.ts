import { parseArgs } from "node:util";
import { type PublishedTree, TreeDirectory } from "../../custody/liabilities/published-tree.ts";
import { problemsOfTree } from "../../custody/liabilities/verify-tree.ts";
import { writePrivately } from "../../kit/private-files.ts";

writePrivately();

const USAGE = `What the exchange owes its users, tree by tree. Reads only; a running server is not disturbed.

  npm run liabilities -- list                   the trees that are kept, oldest first
  npm run liabilities -- verify [--tree lt-N]   computes a tree (the newest) again from the journal and from its leaves

  --home DIR   the server's home directory; else CANDOR_HOME, else .candor
`;

const print = (line: string): void => {
  console.log(line);
};

function run(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { home: { type: "string" }, tree: { type: "string" }, help: { type: "boolean", short: "h" } },
  });
  const [command, ...rest] = positionals;
  if (values.help === true || command === undefined) {
    print(USAGE);
    return;
  }
  const home = values.home ?? process.env.CANDOR_HOME ?? ".candor";
  const trees = new TreeDirectory(home).published();
  if (rest.length === 0 && command === "list") for (const tree of trees) print(lineOf(tree));
  else if (rest.length === 0 && command === "verify") verify(home, chosen(trees, values.tree));
  else throw new Error(`unknown command "${positionals.join(" ")}"\n\n${USAGE}`);
}

function chosen(trees: readonly PublishedTree[], treeId: string | undefined): PublishedTree {
  const tree = treeId === undefined ? trees.at(-1) : trees.find((each) => each.treeId === treeId);
  if (tree === undefined)
    throw new Error(treeId === undefined ? "no tree has been published yet" : `unknown tree ${treeId}`);
  return tree;
}

function verify(home: string, tree: PublishedTree): void {
  print(lineOf(tree));
  const problems = problemsOfTree(home, tree);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  print(
    `Leaves      ${tree.users} users in ${tree.leaves}, each matching the journal after command ${tree.atSeq}`,
  );
  print("Root        matches all hashes and sums, and the audit log");
  for (const { asset, liabilities, reserves } of tree.totals)
    print(`${asset.padEnd(11)} ${liabilities} owed, ${reserves} held`);
}

function lineOf({ treeId, atSeq, atMs, rootHash }: PublishedTree): string {
  return `${treeId}  after command ${atSeq}, ${new Date(atMs).toISOString()}  ${rootHash}`;
}

try {
  run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
