/** What a line of a log is: the text that rules see, a JSON object that has it, or a line of the CRI log format. */
export const INPUT_FORMATS = ["lines", "json", "cri"] as const;

export type InputFormat = (typeof INPUT_FORMATS)[number];

export const DEFAULT_INPUT_FORMAT: InputFormat = "lines";

/** How the text is found that rules see. */
export interface InputOptions {
  readonly format: InputFormat;
  /** For `json`: the field that has the text; by default the first of the usual ones. */
  readonly message?: string | undefined;
}
