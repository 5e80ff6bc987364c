import type { TextOutput } from "../../io/text-output.ts";
import { asText } from "../../run/record-builder.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import type { BlockedRule, Decision, Loser, NearRule, WhyMatched, WhyRules, WhyUnmatched } from "./explanation.ts";
import type { ExplainedTemplate, NoTexts, UnmatchedTemplates } from "./unmatched-templates.ts";
import type { WhyWriter } from "./why-writer.ts";

/** Writes explanations for programs: one JSON object per line. Offsets count the bytes of the line. */
export class WhyJson implements WhyWriter {
  private readonly json: TextOutput["json"];
  private readonly linePatterns: Rulebook["linePatterns"];

  constructor({ json }: TextOutput, { linePatterns }: Rulebook) {
    this.json = json;
    this.linePatterns = linePatterns;
  }

  addLine(number: number, line: Buffer, why: WhyMatched | WhyUnmatched): void {
    this.beginLine("line", number, line);
    this.addAnswer(line, why);
    this.json.endLine();
  }

  addRules(number: number, line: Buffer, { winner, verdicts }: WhyRules): void {
    const { json } = this;
    this.beginLine("rules", number, line);
    this.addMatched(line, winner);
    json.beginList("asked");
    for (const verdict of verdicts) {
      json.beginObject();
      if ("won" in verdict) this.addVerdict("won", verdict.won.linePattern);
      else if ("lost" in verdict) this.addLost(verdict.lost);
      else this.addBlocked(verdict.blocked);
      json.endObject();
    }
    json.endList();
    json.endLine();
  }

  addTemplate({ template, line, why }: ExplainedTemplate): void {
    const { json } = this;
    this.beginLine("template", template.line, line);
    json.value("count", template.count);
    json.bytes("template", template.template);
    this.addAnswer(line, why);
    json.endLine();
  }

  addNoText(number: number, line: Buffer, flaw: string): void {
    this.beginLine("line", number, line);
    this.addFlaw(flaw);
  }

  addNoTexts({ flaw, original, line, count }: NoTexts): void {
    this.beginLine("template", line, original);
    this.json.value("count", count);
    this.addFlaw(flaw);
  }

  noLines(): void {}

  endTemplates({ explained, skipped, lines, unmatched, templates, isCut }: UnmatchedTemplates): void {
    const { json } = this;
    for (const { line, count, template } of skipped) {
      json.beginObject();
      json.text("kind", "not_explained");
      json.value("line", line);
      json.value("count", count);
      json.bytes("template", template);
      json.endLine();
    }
    json.beginObject();
    json.text("kind", "summary");
    json.value("lines", lines);
    json.value("unmatched", unmatched);
    json.value("templates", templates);
    json.value("counted_all", !isCut);
    json.value("explained", explained.length);
    json.endLine();
  }

  private beginLine(kind: string, number: number, line: Buffer): void {
    const { json } = this;
    json.beginObject();
    json.text("kind", kind);
    json.value("line", number);
    json.bytes("original", line);
  }

  private addFlaw(flaw: string): void {
    const { json } = this;
    json.value("rule", null);
    json.text("no_text", flaw);
    json.endLine();
  }

  private addAnswer(line: Buffer, why: WhyMatched | WhyUnmatched): void {
    const { json } = this;
    if (!("nearest" in why)) {
      this.addMatched(line, why);
      return;
    }
    this.addMatched(line, why.caught);
    json.beginList("nearest");
    for (const near of why.nearest) {
      json.beginObject();
      this.addNear(near);
      json.endObject();
    }
    json.endList();
  }

  /** Adds who won the line, and what that takes with it. */
  private addMatched(line: Buffer, won: WhyMatched | undefined): void {
    const { json } = this;
    if (won === undefined) {
      json.value("rule", null);
      return;
    }
    this.addRule(won.linePattern);
    if (won.follows !== undefined) json.value("follows", won.follows);
    json.beginList("captures");
    for (const { field, from, to } of won.captures) {
      json.beginObject();
      json.text("name", field);
      json.text("value", asText(line, from, to));
      json.value("from", from);
      json.value("to", to);
      json.endObject();
    }
    json.endList();
    json.beginList("lost");
    for (const { linePattern, decision } of won.losers) {
      json.beginObject();
      this.addRule(linePattern);
      this.addDecision(decision);
      json.endObject();
    }
    json.endList();
  }

  private addLost({ linePattern, decision }: Loser): void {
    this.addVerdict("lost", linePattern);
    this.addDecision(decision);
  }

  private addBlocked(blocked: BlockedRule): void {
    const { json } = this;
    json.text("verdict", "mismatch");
    this.addNear(blocked);
    if (blocked.losesThen === undefined) return;
    json.beginObject("loses_then");
    this.addDecision(blocked.losesThen);
    json.endObject();
  }

  private addVerdict(verdict: string, linePattern: number): void {
    this.json.text("verdict", verdict);
    this.addRule(linePattern);
  }

  private addNear({ linePattern, matched, total, from, to, expected, fix }: NearRule): void {
    const { json } = this;
    this.addRule(linePattern);
    json.value("matched", matched);
    json.value("total", total);
    json.value("from", from);
    json.value("to", to);
    this.addTexts("expected", expected);
    this.addTexts("edits", fix?.edits.map(({ description }) => description) ?? []);
  }

  private addTexts(name: string, texts: readonly string[]): void {
    const { json } = this;
    json.beginList(name);
    for (const text of texts) json.text(undefined, text);
    json.endList();
  }

  private addRule(linePattern: number): void {
    const { name, isFollower, pattern } = this.linePatterns[linePattern]!;
    this.json.text("rule", name);
    if (isFollower) this.json.value("follower", true);
    if (pattern.isCatchAll) this.json.value("catch_all", true);
  }

  private addDecision({ by, winner, loser }: Decision): void {
    const { json } = this;
    json.text("by", by);
    json.value("winner", winner);
    json.value("loser", loser);
  }
}
