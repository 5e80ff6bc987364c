/** A rule has something that the other tool cannot say. Caught for each rule, which is then left out. */
export class LeftOut extends Error {}
