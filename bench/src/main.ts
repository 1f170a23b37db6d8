import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import { REGISTRY } from "./registry.ts";
import { jsonReport, tableReport } from "./report.ts";

const USAGE = `npm run bench [-- options]
  --only TEXT   only the benches whose name contains TEXT
  --json        one JSON object a line: name, value, unit, ratio, peer, peerValue, bar, passed
  --check       exit with 1 when a bar was missed
  --list        names of all benches`;

const { values: options } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    json: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const chosen = REGISTRY.filter(({ name }) => name.includes(options.only));

if (options.help) {
  console.log(USAGE);
} else if (options.list) {
  for (const { name } of chosen) console.log(name);
} else if (chosen.length === 0) {
  console.error(`no bench is named like "${options.only}"; --list shows all names`);
  process.exitCode = 2;
} else {
  const report = options.json ? jsonReport : tableReport;
  if (!options.json) {
    const model = cpus()[0]?.model.trim() ?? "unknown processor";
    console.log(
      `Node ${process.version} on ${availableParallelism()} × ${model}; median of 5 after warm-up\n`,
    );
  }
  let missed = 0;
  for (const { load } of chosen) {
    const bench = await load();
    for await (const result of bench()) {
      report.add(result);
      if (result.passed === false) missed++;
    }
  }
  if (options.check && missed > 0) process.exitCode = 1;
}
