import { oneModuleOf } from "./one-module.ts";

/** Process started by `oneModuleApart`: bundles the file given as argument, sends the result, and exits. */
const [, , file = ""] = process.argv;
process.send?.(await oneModuleOf(file), () => process.disconnect());
