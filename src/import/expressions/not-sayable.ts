import { LeftOut } from "../../rules/left-out.ts";

/** An expression has something that rules cannot say. */
export class NotSayable extends LeftOut {
  /** Where it is in the text of the expression, or in that of the definition with this name. */
  readonly offset: number;
  definition: string | undefined;

  constructor(reason: string, offset: number) {
    super(reason);
    this.offset = offset;
  }
}
