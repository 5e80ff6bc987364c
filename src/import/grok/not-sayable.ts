/** A pattern has something that rules cannot say. Caught for each rule, which is then left out. */
export class NotSayable extends Error {
  /** Where it is in the text of the pattern, or in that of the definition with this name. */
  readonly offset: number;
  definition: string | undefined;

  constructor(reason: string, offset: number) {
    super(reason);
    this.offset = offset;
  }
}
