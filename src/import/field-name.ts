/** Makes a field's name one that placeholders can have: `[url][path]` becomes `url_path`. */
export function fieldName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_]+/g, "_").replace(/(?<=.)_+$|^_+(?=.)/g, "");
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
}
