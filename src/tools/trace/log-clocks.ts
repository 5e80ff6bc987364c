import { rotatedLogOf } from "../../run/rotated-logs.ts";
import { type TimeShift, timeShift } from "../../text/date-times/time-shift.ts";
import { utcOffsetOf } from "../../text/date-times/zones.ts";
import { nearestOr } from "../../text/messages/nearest.ts";
import { OTHER_LOGS } from "../../text/messages/paths.ts";
import { namesInWords, quoted } from "../../text/messages/phrases.ts";

/** Texts by the name of a log, which may be without its folders. */
export type ByLog = Readonly<Record<string, string>>;

/** How the times of logs are read. */
export interface ClockOptions {
  /**
   * The zone of times that do not name one, in the form `+02:00`, `+0200`, `+02`, `Z` or `UTC`, which is the default;
   * or an object with the zones of logs by their names, and with that of all others as `*`.
   */
  readonly timezone?: string | ByLog | undefined;
  /** What is added to the times of logs, by their names: `+2.5s`, `-300ms`, `+1h2m`. */
  readonly clock?: ByLog | undefined;
}

/** What is added to the times of a log, and the zone of those that name none, in seconds east of UTC. */
export interface LogClock {
  readonly utcOffset: number;
  readonly shift: TimeShift | undefined;
}

/** The clock of each log. Throws a RangeError for a name that is of none of the logs. */
export function clocksOf(logs: readonly string[], { timezone, clock = {} }: ClockOptions): LogClock[] {
  const zones = typeof timezone === "object" ? timezone : { [OTHER_LOGS]: timezone ?? "UTC" };
  const names = logs.map(namesOf);
  for (const name of [...Object.keys(zones), ...Object.keys(clock)])
    if (name !== OTHER_LOGS && !names.some((own) => own.includes(name))) {
      const help = nearestOr([name], names.flat(), `the logs are ${namesInWords(logs)}`);
      throw new RangeError(`none of the logs is ${quoted(name)}; ${help}`);
    }
  return names.map((own) => {
    const shift = textFor(own, clock);
    return {
      utcOffset: utcOffsetOf(textFor([...own, OTHER_LOGS], zones)),
      shift: shift === undefined ? undefined : timeShift(shift),
    };
  });
}

function textFor(names: readonly string[], texts: ByLog): string | undefined {
  const name = names.find((one) => Object.hasOwn(texts, one));
  return name === undefined ? undefined : texts[name];
}

/** By what a log may be named, the most exact first: as it is given, by its file alone, or as the log it was once. */
function namesOf(log: string): string[] {
  const rotated = rotatedLogOf(log);
  return [log, baseName(log), rotated, baseName(rotated)];
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
