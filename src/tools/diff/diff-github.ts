import { counted } from "../../text/messages/phrases.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import { annotation, MAX_ANNOTATIONS, placeOf } from "../../text/messages/workflow-commands.ts";
import type { DiffWriter } from "./diff-writer.ts";
import type { ComparisonSummary, WholeGroup } from "./difference.ts";
import { CHANGES, likeInWords, TellingLines } from "./telling-lines.ts";

const LEVELS = { new: "error", changed: "warning", gone: "notice" } as const;

/** Writes differences as annotations, those first that tell most, since GitHub shows only the first of each level. */
export class DiffGithub implements DiffWriter {
  readonly isForPeople = true;
  private readonly layout: TextLayout;
  private readonly telling = new TellingLines();

  constructor(layout: TextLayout) {
    this.layout = layout;
  }

  write(item: Parameters<DiffWriter["write"]>[0]): void {
    this.telling.add(item);
  }

  *writeGroup(group: WholeGroup<Buffer>): Generator<void> {
    this.telling.addGroup(group);
    yield;
  }

  writeRules(): void {}

  end({ same, old, new: next }: ComparisonSummary): void {
    const { layout, telling } = this;
    const { ranked } = telling;
    const shown = CHANGES.flatMap((change) => ranked.filter((one) => one.change === change).slice(0, MAX_ANNOTATIONS));
    for (const one of shown) {
      const place = { ...placeOf(one.file, one.line), title: one.change.toUpperCase() };
      layout.text(annotation(LEVELS[one.change], place, [one.text, ...one.remarks, ...likeInWords(one)].join("\n")));
    }
    const left = telling.besides(shown);
    if (left > 0) layout.text(`${counted(left, "more line")}; the text of normalizer diff shows all\n`);
    layout.text(`${counted(same, "line")} the same, ${old.only} only in OLD, ${next.only} only in NEW\n`);
  }
}
