import { Composer, type CST, Lexer, type ParsedNode, Parser } from "yaml";
import type { Problem, Wording } from "./problem.ts";
import { syntaxProblems } from "./syntax.ts";

/** A rules file needs six levels, and two more wherever alternatives nest. With a bound, walking the nodes may recurse. */
const DEEPEST = 100;

/**
 * `failsafe` has no numbers, booleans and nulls: a scalar is the text that is written. yaml's own search for duplicate
 * keys is quadratic; the survey does it.
 */
const OPTIONS = { schema: "failsafe", resolveKnownTags: false, uniqueKeys: false, prettyErrors: false } as const;

/** A text as one YAML document. */
interface Composed {
  readonly root: ParsedNode | null;
  /** What makes the text no YAML, in order of place; nothing after the first of them can be trusted. */
  readonly broken: readonly Problem[];
  /** That there is a second document, which is left unread. */
  readonly second: readonly Problem[];
}

/** Reads a text as one YAML document, in time linear in its length. */
export function compose(text: string): Composed {
  const nul = text.indexOf("\0");
  if (nul >= 0) return { root: null, broken: [problemAt("NOT_YAML", nul, 1, NUL)], second: [] };

  const tooDeep: Problem[] = [];
  const second: Problem[] = [];
  const composer = new Composer(OPTIONS);
  let documents = 0;
  for (const token of tokensOf(text, tooDeep)) {
    if (token.type === "document" && ++documents > 1) {
      second.push(problemAt("MULTIPLE_DOCUMENTS", token.offset, "---".length, SECOND));
      break;
    }
    // It holds a document back until the next one comes or the text ends, so nothing is handed out here.
    composer.next(token).next();
  }
  const [document] = composer.end(true, text.length);
  return { root: document!.contents, broken: [...syntaxProblems(document!.errors, text), ...tooDeep], second };
}

/** The tokens that make up documents, up to where the text is nested too deep. */
function* tokensOf(text: string, tooDeep: Problem[]): Generator<CST.Token> {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > DEEPEST) {
      tooDeep.push(problemAt("NOT_YAML", parser.offset - lexeme.length, 1, DEEP));
      return;
    }
  }
  yield* parser.end();
}

function problemAt(code: "NOT_YAML" | "MULTIPLE_DOCUMENTS", start: number, length: number, wording: Wording): Problem {
  return { code, span: { start, end: start + length }, until: start, wording: () => wording };
}

const NUL: Wording = {
  message: "not YAML: a NUL character",
  help: "save the file as UTF-8 if it is UTF-16; in double quotes, write the character as \\0",
};
const DEEP: Wording = {
  message: `nested more than ${DEEPEST} levels deep`,
  help: "look for stray brackets; put a text that begins with '[' or '{' in quotes",
};
const SECOND: Wording = {
  message: "a second YAML document begins here; a rules file is one document",
  help: "remove the '---', or move what follows to a file of its own",
};
