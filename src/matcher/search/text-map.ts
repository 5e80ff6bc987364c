const latin1 = new TextDecoder("latin1");

/** A map by texts as bytes: equal texts are the same key. */
export class TextMap<Value extends object> {
  private readonly entries = new Map<string, Value>();

  /** The value of a text, which is made when the text first comes. */
  of(text: Uint8Array, make: () => Value): Value {
    const key = latin1.decode(text);
    let value = this.entries.get(key);
    if (value === undefined) {
      value = make();
      this.entries.set(key, value);
    }
    return value;
  }

  /** In the order in which their texts first came. */
  values(): Value[] {
    return [...this.entries.values()];
  }
}
