import { readFileSync } from "node:fs";
import type { ReportData } from "./report-data.ts";

/** Where the build puts the page. Modules of the library and bundles of the command lie in a folder beside it. */
const PAGE = new URL("../page.html", import.meta.url);

/**
 * The HTML of a report: one file with everything in it. The same data gives the same text. Throws the system's error if
 * the page of the build is missing.
 */
export function pageOf(data: ReportData, title: string): string {
  const insertions = { title: escaped(title), figures: figures(data), data: scriptData(data) };
  // What was inserted is not searched, because a log may contain anything.
  return readFileSync(PAGE, "utf8")
    .split(/<!--(title|figures|data)-->/)
    .map((part, i) => (i % 2 === 0 ? part : insertions[part as keyof typeof insertions]))
    .join("");
}

/** JSON that cannot end its element, whatever it holds. */
function scriptData(data: ReportData): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** The main figures, for browsers that run no scripts. */
function figures({ run, rules }: ReportData): string {
  if (run === undefined) return `<p>The rules of ${escaped(rules.name)}, to try in a browser that runs scripts.</p>`;
  const { lines, matched, files, templates } = run;
  const rows = [
    ["Lines", lines],
    ["Lines matched", matched],
    ["Lines without a rule", lines - matched],
    ...files.map((file) => [`${file.name}: lines matched`, `${file.matched} of ${file.lines}`]),
    ...templates.slice(0, 10).map(({ template, count }) => [`Without a rule: ${template}`, count]),
  ];
  const cells = rows.map(
    ([name, figure]) => `<tr><th>${escaped(String(name))}</th><td>${escaped(String(figure))}</td></tr>`,
  );
  return `<h1>normalizer report</h1><table>${cells.join("")}</table><p>The rest of this page needs scripts.</p>`;
}
