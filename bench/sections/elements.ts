import { bundleLibraries, measureElements } from "../measure/elements.ts";
import { barsSvg } from "../report/bars.ts";
import { elementsBars, elementsTable } from "../report/elements-table.ts";
import { ELEMENT_KINDS } from "../workloads/element-kinds.ts";
import type { Section } from "./section.ts";

/** What each kind of pattern element costs. */
export const elements: Section = {
  name: "elements",
  run({ options, folder, print, plot }) {
    const libraries = bundleLibraries(options.other, folder);
    if (options.other !== undefined && libraries.size === 1) {
      print("There is no library next to the other build (index.js): only ours is measured\n");
    }
    const costs = measureElements(ELEMENT_KINDS, libraries, options.rounds, folder);
    const title = "What an element of a pattern costs on a line, in ns of CPU time";
    print(elementsTable(costs));
    plot("elements", title, barsSvg({ title, ...elementsBars(costs) }));
    return costs;
  },
};
