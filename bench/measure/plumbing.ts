/** How a command is connected: a bash script that starts it as `"$@"`. Only the command itself is measured. */
export interface Plumbing {
  readonly script: string;
  /** What the script reads as `$BENCH_INPUT`. */
  readonly input?: string;
}

/** `time` is in the command's own part of the pipeline, so that it does not count the other processes. */
const measured = (redirections: string): string => `{ time "$@" ${redirections}; } 2>"$BENCH_TIMES"`;
const DRAIN = "cat >/dev/null";

export const TO_FILES: Plumbing = { script: measured('>"$BENCH_OUTPUT" 2>"$BENCH_MESSAGES"') };
export const TO_PIPE: Plumbing = { script: `${measured('2>"$BENCH_MESSAGES"')} | ${DRAIN}` };
export const MESSAGES_TO_PIPE: Plumbing = { script: `${measured('2>&1 >"$BENCH_OUTPUT"')} | ${DRAIN}` };
export const ALL_TO_ONE_PIPE: Plumbing = { script: `${measured("2>&1")} | ${DRAIN}` };

/** Standard input is a pipe that carries a file this many times. */
export function fromPipe(input: string, { script }: Plumbing, times = 1): Plumbing {
  return { script: `for ((i = 0; i < ${times}; i++)); do cat "$BENCH_INPUT"; done | ${script}`, input };
}
