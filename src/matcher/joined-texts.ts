/** The parts of a pattern with neighbouring texts as one. Other parts stay as they are. */
export function joinedTexts<Part extends object>(
  parts: readonly (Part | { readonly text: string })[],
): (Part | { readonly text: string })[] {
  const result: (Part | { readonly text: string })[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last !== undefined && "text" in last && "text" in part)
      result[result.length - 1] = { text: last.text + part.text };
    else result.push(part);
  }
  return result;
}
