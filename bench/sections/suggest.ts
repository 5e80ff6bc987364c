import { measureSuggestions } from "../measure/suggestions.ts";
import { suggestionsTable } from "../report/suggestions-table.ts";
import { threeServices } from "../workloads/three-services.ts";
import { twoFormats } from "../workloads/two-formats.ts";
import type { Section } from "./section.ts";

/** `normalizer suggest` beside the plain command with the rules that it gives. */
export const suggest: Section = {
  name: "suggest",
  run({ options, folder, print }) {
    const suggested = measureSuggestions([threeServices, twoFormats], options, folder);
    print(suggestionsTable(suggested));
    return suggested;
  },
};
