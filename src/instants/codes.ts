// Names are looked up by a number made of their letters, so that no string has to be made of the bytes.

/** The code of a name of up to four ASCII letters. */
export function codeOf(name: string): number {
  let code = 0;
  for (let i = 0; i < name.length; i++) code = append(code, name.charCodeAt(i));
  return code;
}

/** The code of a name that goes on with this letter. */
export function append(code: number, letter: number): number {
  return (code << 8) | letter;
}
