/** A rule says something that the language it is translated to cannot. Caught for each rule, which is then left out. */
export class LeftOut extends Error {}
