import { LeftOut } from "../../rules/left-out.ts";

/** An expression has something that rules cannot express. */
export class UnsupportedError extends LeftOut {
  /** Where it is: in the text of the expression or, if `definition` is set, in the text of that definition. */
  readonly offset: number;
  definition: string | undefined;

  constructor(reason: string, offset: number) {
    super(reason);
    this.offset = offset;
  }
}
