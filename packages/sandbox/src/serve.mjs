#!/usr/bin/env node
// A sandbox for the test suite of a program in any language. Prints one line of JSON when it trades, and stops when its
// standard input ends, which is also the case when the program that started it has ended.
//   node serve.mjs [--home DIR] [--port N] [--seed N] [--clock manual] [--mode scenario] [--env NAME=VALUE]…
import process from "node:process";
import { parseArgs } from "node:util";
import { startCandor } from "./start-candor.mjs";

const WRONG_USE = 2;

function readOptions() {
  const { values } = parseArgs({
    options: {
      home: { type: "string" },
      port: { type: "string", default: "0" },
      seed: { type: "string" },
      clock: { type: "string" },
      mode: { type: "string" },
      env: { type: "string", multiple: true, default: [] },
    },
  });
  const env = values.env.map((text) => {
    const at = text.indexOf("=");
    if (at < 1) throw new Error(`--env must be like NAME=VALUE, got "${text}"`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
  const { seed, clock, mode } = values;
  return { seed, clock, mode, home: values.home, port: Number(values.port), env: Object.fromEntries(env) };
}

let options;
try {
  options = readOptions();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(WRONG_USE);
}
const starting = startCandor(options);
let isStopping = false;
async function stop() {
  if (isStopping) return;
  isStopping = true;
  const candor = await starting.catch(() => undefined);
  await candor?.stop();
  process.exit(candor === undefined ? 1 : 0);
}
process.stdin.resume();
for (const event of ["end", "error", "close"]) process.stdin.once(event, () => void stop());
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => void stop());
try {
  const { url, wsUrl, home, pid } = await starting;
  const socket = `${home}/sandbox.sock`;
  process.stdout.write(`${JSON.stringify({ url, wsUrl, home, socket, pid })}\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
