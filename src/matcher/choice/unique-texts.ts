const latin1 = new TextDecoder("latin1");

/** Gives all equal texts as the same object, so that they can be keys of a map. */
export class UniqueTexts {
  private readonly texts = new Map<string, Uint8Array>();

  of(bytes: Uint8Array): Uint8Array {
    const key = latin1.decode(bytes);
    const known = this.texts.get(key) ?? bytes;
    this.texts.set(key, known);
    return known;
  }
}
