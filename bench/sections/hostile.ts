import { OURS } from "../engines/all.ts";
import { measureLineLengths, measureSingleLines } from "../measure/line-lengths.ts";
import { hostileTable } from "../report/hostile-table.ts";
import { HOSTILE } from "../workloads/long-lines.ts";
import { engineNamed, type Section } from "./section.ts";

/** Each is twice the one before. */
const LENGTHS = [250_000, 500_000, 1_000_000, 2_000_000];
const SINGLE_LENGTH = 1_000_000;

/** Lines that cost as much as possible: in process, and as the only line of a whole command. */
export const hostile: Section = {
  name: "hostile",
  run(bench) {
    const { options, folder, print } = bench;
    const kinds = measureLineLengths(HOSTILE, LENGTHS, options.rounds, folder);
    const singles = measureSingleLines(HOSTILE, SINGLE_LENGTH, engineNamed(OURS, bench), options.rounds, folder);
    print(hostileTable(kinds, singles, SINGLE_LENGTH));
    return { kinds, singles };
  },
};
