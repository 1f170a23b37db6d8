import { expect, test } from "vitest";
import { layerProblems, relativeImports } from "../../scripts/structure/check-layers.ts";
import { suiteProblems } from "../../scripts/structure/check-suites.ts";
import { bannedInPage, bannedInSource } from "../../scripts/structure/check-words.ts";

const LAYERS = { root: "", layers: [["kit"], ["market", "records"], ["edge"]], apart: ["edge"], depth: 2 };
const problemsOf = (...imports: readonly (readonly [from: string, to: string])[]) =>
  layerProblems(
    imports.map(([from, to]) => ({ from, to })),
    LAYERS,
  );

test("ARCH-01 imports may go down and sideways, and a folder of a module belongs to it", () => {
  expect(
    problemsOf(
      ["edge/gateway/calls/order.ts", "market/prices/clock.ts"],
      ["market/prices/clock.ts", "records/tables/rows.ts"],
      ["market/prices/clock.ts", "kit/map.ts"],
      ["edge/gateway/calls/order.ts", "edge/gateway/envelope.ts"],
      ["edge/gateway/envelope.ts", "edge/gateway/calls/order.ts"],
    ),
  ).toEqual([]);
});

test.each([
  [
    [["kit/map.ts", "edge/gateway/envelope.ts"]],
    "kit/map.ts imports edge/gateway/envelope.ts, which is in a higher layer",
  ],
  [[["new/thing.ts", "kit/map.ts"]], "new/thing.ts is in no layer"],
  [
    [["edge/socket/hub.ts", "edge/gateway/envelope.ts"]],
    "edge/socket/hub.ts imports edge/gateway/envelope.ts: modules of edge do not import each other",
  ],
  [
    [
      ["market/prices/clock.ts", "records/tables/rows.ts"],
      ["records/tables/rows.ts", "market/depth/book.ts"],
      ["market/depth/book.ts", "market/prices/clock.ts"],
    ],
    "market/depth/book.ts imports market/prices/clock.ts, which closes a ring: market/prices → records/tables → market/depth → market/prices",
  ],
] as const)("ARCH-01 a wrong import is named: %j", (imports, problem) => {
  expect(problemsOf(...imports)).toEqual([problem]);
});

test.each([
  'import { a } from "./x/a.ts";',
  'import type { A } from "./x/a.ts";',
  'import "./x/a.ts";',
  'import {\n  a,\n  b,\n} from "./x/a.ts";',
  'export * from "./x/a.ts";',
  'export { a } from "./x/a.ts";',
  'export type { A } from "./x/a.ts";',
  'const load = () => import("./x/a.ts");',
  'const load = () => import(/* later */ "./x/a.ts");',
  'const load = () =>\n  import(\n    "./x/a.ts"\n  );',
  "import { a } from './x/a.ts';",
  "const load = () => import(`./x/a.ts`);",
  'type A = typeof import("./x/a.ts");',
  'type A = import("./x/a.ts").A;',
  'new Worker(new URL("./x/a.ts", import.meta.url));',
])("ARCH-01 every way to name another source counts: %s", (source) => {
  expect(relativeImports(source)).toEqual(["./x/a.ts"]);
});

test("ARCH-01 style sheets count, files that are not sources do not", () => {
  expect(
    relativeImports('import "./a.css"; new URL("..", import.meta.url); new URL("./a.sol", here);'),
  ).toEqual(["./a.css"]);
});

test("ARCH-04 tests share helpers only through test/support", () => {
  const at = "test/socket/bounds.test.ts";
  expect(
    suiteProblems([
      { from: at, to: "test/support/wire-client.ts" },
      { from: at, to: "test/socket/parts/frames.ts" },
      { from: "test/web-size.test.ts", to: "test/support/runner/build-web-app.ts" },
      { from: "apps/server/src/engine/home/store-keeper.test.ts", to: "test/support/memory-disk.ts" },
      { from: "apps/web/src/main.tsx", to: "apps/web/src/app.tsx" },
    ]),
  ).toEqual([]);
  expect(
    suiteProblems([
      { from: at, to: "test/wire/spot/ladder.ts" },
      { from: at, to: "test/pictures.ts" },
      { from: "test/support/wire-client.ts", to: "test/wire/spot/ladder.ts" },
      { from: "test/web-size.test.ts", to: "test/sizes.ts" },
      { from: "bench/src/main.ts", to: "test/crash/workload.ts" },
    ]),
  ).toEqual([
    `${at} imports test/wire/spot/ladder.ts: shared helpers of tests belong in test/support`,
    `${at} imports test/pictures.ts: shared helpers of tests belong in test/support`,
    "test/support/wire-client.ts imports test/wire/spot/ladder.ts: shared helpers of tests belong in test/support",
    "test/web-size.test.ts imports test/sizes.ts: shared helpers of tests belong in test/support",
    "bench/src/main.ts imports test/crash/workload.ts: shared helpers of tests belong in test/support",
  ]);
});

test("ARCH-02 a banned word is found in comments and pages, not in code, strings or code spans", () => {
  expect(bannedInSource("a.ts", "/** Made anew. */\nconst anew = 1;\n  // beside it\n")).toEqual([
    'a.ts:1: "anew": write again, rebuilt',
    'a.ts:3: "beside": write next to, in addition to',
  ]);
  expect(bannedInPage("a.md", "`anew`\n```\nanew\n```\nWhoever asks\n")).toEqual([
    'a.md:5: "Whoever": write the caller, users who, anyone who',
  ]);
});
