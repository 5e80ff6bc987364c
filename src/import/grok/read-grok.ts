import type { ImportReader } from "../reader.ts";

export const GROK: ImportReader = {
  recognises: ({ text }) => /%\{\w+/.test(text),
  read: () => [],
};
