/** A pattern has something that rules cannot say. Caught for each rule, which is then left out. */
export class LeftOut extends Error {}
