// What `diff --summary --format json` claims, and whether a claim is about an event that was changed on purpose.
export interface Claim {
  readonly change: string;
  readonly rule: string | null;
  readonly shape?: string;
  readonly field?: string;
  readonly value?: string;
  readonly from?: string;
  readonly to?: string;
  readonly old: object;
  readonly new: object;
  readonly confidence: number;
}

export interface Answer {
  readonly claims: readonly Claim[];
  /** How many questions were asked; undefined if the summary does not say. */
  readonly questions: number | undefined;
}

const CHANGES = [
  ...["new", "gone", "more", "fewer", "new_value", "gone_value", "share"],
  ...["slower", "faster", "larger", "smaller", "new_variant", "gone_variant"],
];

/** Throws if the output is not what it should be. */
export function readAnswer(text: string, isQuiet: boolean): Answer {
  const objects = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { kind: string } & Claim);
  const kinds = objects.map(({ kind }) => kind).join(" ");
  if (!/^(rule )*(claim )*summary$/.test(kinds)) throw new Error(`These objects in this order: ${kinds}`);
  const claims = objects.filter(({ kind }) => kind === "claim");
  for (const claim of claims) {
    const isRight = CHANGES.includes(claim.change) && claim.confidence >= 0.5 && claim.confidence <= 1;
    if (!isRight || !claim.old || !claim.new) throw new Error(`No claim: ${JSON.stringify(claim)}`);
  }
  if (isQuiet !== (claims.length === 0)) throw new Error(`${claims.length} claims, but exit code ${isQuiet ? 0 : 1}`);
  return { claims, questions: (objects.at(-1) as { questions?: number }).questions };
}

/** An event by the name of its rule, or by words that the shape of its lines has. */
export interface Event {
  readonly rule?: string | undefined;
  readonly words?: readonly string[];
}

function isNameOf(name: string | null | undefined, { rule, words = [] }: Event): boolean {
  if (!name) return false;
  return name === rule || (words.length > 0 && words.every((word) => name.includes(word)));
}

export function isAbout({ rule, shape }: Claim, event: Event): boolean {
  return isNameOf(rule, event) || isNameOf(shape, event);
}

/** Whether a claim names an event, also as a step next to another one. */
export function names(claim: Claim, event: Event): boolean {
  return isAbout(claim, event) || isNameOf(claim.from, event) || isNameOf(claim.to, event);
}

/** Whether a claim says that something has come that has this word. */
export function isNew(claim: Claim, word: string): boolean {
  if (claim.change === "new_value") return claim.value?.includes(word) === true;
  return ["new", "more", "new_variant"].includes(claim.change) && names(claim, { words: [word] });
}

/** Where the first right claim is, from 1; 0 if there is none. */
export function rankOf({ claims }: Answer, isRight: (claim: Claim) => boolean): number {
  return claims.findIndex(isRight) + 1;
}
