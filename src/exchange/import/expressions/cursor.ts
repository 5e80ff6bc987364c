import type { Dialect } from "./dialect.ts";

/** An offset in the text of an expression. */
export class Cursor {
  at = 0;
  readonly text: string;
  readonly dialect: Dialect;

  constructor(text: string, dialect: Dialect) {
    this.text = text;
    this.dialect = dialect;
  }

  /** Moves past what a sticky expression matches here. Returns undefined and stays if it does not match. */
  take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text);
    if (found === null) return undefined;
    this.at += found[0].length;
    return found;
  }
}
