// The attack suite: what hostile clients do to `hexad serve`, on this machine only, and what an honest one beside them gets.
//
//   node tests/server/attack/run.mjs PROGRAM [--slow FACTOR] [--only WORD] [--verbose]
//
// Short by default; HEXAD_NIGHTLY=1 runs the long form. FACTOR stretches the bars for programs with sanitizers.
import { readdirSync } from "node:fs";
import { Suite } from "./suite.mjs";

const program = process.argv[2];
const option = (name) => {
  const i = process.argv.indexOf("--" + name);
  return i < 0 ? undefined : process.argv[i + 1];
};
if (!program || program.startsWith("--")) {
  console.error("usage: node run.mjs PROGRAM [--slow FACTOR] [--only WORD] [--verbose]");
  process.exit(2);
}
const slow = Number(option("slow") ?? 1);
const nightly = !!process.env.HEXAD_NIGHTLY;
const suite = new Suite({ program, nightly, slow, sanitized: slow > 1, verbose: process.argv.includes("--verbose") });
const files = readdirSync(new URL(".", import.meta.url)).filter((f) => /^on-.*\.mjs$/.test(f)).sort();
let failed = 0;
let ran = 0;
for (const file of files)
  for (const attack of (await import(new URL(file, import.meta.url))).default) {
    if (attack.nightly && !nightly) continue;
    if (option("only") && !`${file} ${attack.name}`.includes(option("only"))) continue;
    ran++;
    if (!(await suite.run(attack))) failed++;
  }
console.log(failed ? `${failed} of ${ran} attacks succeeded` : `${ran} attacks withstood`);
process.exit(failed || !ran ? 1 : 0);
