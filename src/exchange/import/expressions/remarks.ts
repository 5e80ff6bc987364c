// What a rule does differently, for the comments in the rules file.

/** A difference between a node and what it becomes. */
export interface Remark {
  /** The field, or the node itself. */
  readonly subject: string | undefined;
  readonly words: string;
  /** The node whose texts the words widen or narrow, and how. */
  readonly relation: string;
  readonly source: string | undefined;
}

/** The remarks as lines. Subjects with the same remark share a line. */
export function remarkLines(remarks: readonly Remark[]): string[] {
  const groups = new Map<
    string,
    { subjects: Set<string>; sources: Set<string> } & Pick<Remark, "words" | "relation">
  >();
  for (const { subject, words, relation, source } of remarks) {
    const key = `${words}\n${relation}`;
    const group = groups.get(key) ?? { subjects: new Set(), sources: new Set(), words, relation };
    groups.set(key, group);
    if (subject !== undefined) group.subjects.add(subject);
    if (source !== undefined) group.sources.add(source);
  }
  return [...groups.values()].map(({ subjects, sources, words, relation }) => {
    const head = subjects.size === 0 ? "" : `${[...subjects].join(", ")}: `;
    return `${head}${words}${sources.size === 0 ? "" : `, ${relation} ${[...sources].join(", ")}`}`;
  });
}
