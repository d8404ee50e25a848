// The attack suite: what hostile clients do to `hexad serve`, on this machine only, and what an honest one beside them gets.
//
//   node tests/server/attack/run.mjs PROGRAM [--slow FACTOR] [--only WORD] [--verbose]
//
// Short by default; HEXAD_NIGHTLY=1 runs the long form. FACTOR stretches the bars for programs with sanitizers, which what is about cost alone
// (`plain`) leaves out in the short form.
import { readdirSync } from "node:fs";
import { Suite } from "./suite.mjs";
import { patience } from "./wire.mjs";

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
patience.ms *= slow;
const nightly = !!process.env.HEXAD_NIGHTLY;
const suite = new Suite({ program, nightly, slow, sanitized: slow > 1, verbose: process.argv.includes("--verbose") });
const files = readdirSync(new URL(".", import.meta.url)).filter((f) => /^on-.*\.mjs$/.test(f)).sort();
const attacks = [];
for (const file of files)
  for (const attack of (await import(new URL(file, import.meta.url))).default)
    if ((nightly || !(attack.nightly || (attack.plain && slow > 1))) && (!option("only") || `${file} ${attack.name}`.includes(option("only")))) attacks.push(attack);
const start = performance.now();
const failed = await suite.run(attacks);
const seconds = ((performance.now() - start) / 1000).toFixed(0);
console.log(failed ? `${failed} of ${attacks.length} attacks succeeded, ${seconds} s` : `${attacks.length} attacks withstood, ${seconds} s`);
process.exit(failed || !attacks.length ? 1 : 0);
