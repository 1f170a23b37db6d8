import { oneModuleOf } from "./one-module.ts";

/** The process that `oneModuleApart` starts: bundles the file of its argument, says what came of it, and ends. */
const [, , file = ""] = process.argv;
process.send?.(await oneModuleOf(file), () => process.disconnect());
