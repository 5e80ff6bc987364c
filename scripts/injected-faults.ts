// Faults of some requests: an exception, a wrong return value, a delay. Each has a cause that a claim should name
// first; what follows from it, such as the status of the whole request, is no cause.
import type { Random } from "../bench/workloads/random.ts";
import { deviance, rankDeviance, tailDeviance, VISIBLE } from "./chance.ts";
import { replaceAt, sample } from "./change-candidates.ts";
import { idOf, type KnownLog, type Line } from "./known-logs.ts";
import { logOf, type Request, type Step, textAt } from "./request-logs.ts";
import { type Claim, isAbout, isNew, names } from "./summary-claims.ts";

export const FAULTS = ["exceptions", "wrong returns", "delays"];

export interface Fault {
  readonly what: string;
  readonly log: string;
  readonly isCause: (claim: Claim) => boolean;
}

/** A request with the event of each step. */
interface Known {
  readonly request: Request;
  readonly lines: readonly Line[];
}

const LEAST_REQUESTS = 100;
const FEW = 20;
const TRACE = ["    at core.pool.acquire (pool.js:88:11)", "    at core.handle (handler.js:31:5)"];
const ERRORS = ["ConnectionRefusedError", "IllegalStateException", "QuotaExceededError"];
const VALUES = ["none", "-1", "0", "99", "failed"];

/** Injects a fault at a random step into some of the requests. Undefined if chance could explain what is seen of it. */
export function inject(
  kind: string,
  log: KnownLog,
  good: readonly Request[],
  bad: readonly Request[],
  random: Random,
): Fault | undefined {
  const know = (request: Request): Known => ({ request, lines: request.steps.map((step) => log.know(textAt(step))) });
  const requests = bad.map(know);
  const rules = new Set(
    requests.flatMap(({ lines }) => lines.flatMap((line) => (idOf(line, log.by) ? (line.rule ?? []) : []))),
  );
  const rule = random.pick([...rules]);
  const at = ({ lines }: Known): number => lines.findIndex((line) => line.rule === rule);
  const having = requests.filter((one) => at(one) >= (kind === "delays" ? 1 : 0));
  if (having.length < LEAST_REQUESTS) return undefined;
  const share = kind === "delays" ? random.pick([0.05, 0.2, 0.5, 1]) : random.between(2, 30) / 100;
  const affected = new Set(sample(having, Math.max(20, Math.round(share * having.length)), random));
  const what = `${log.name}, ${rule}, ${affected.size} of ${having.length} requests`;
  const withFault = (change: (one: Known, k: number) => readonly Step[]): string =>
    logOf(
      requests.map((one) => ({ ...one.request, steps: affected.has(one) ? change(one, at(one)) : one.request.steps })),
    );

  if (kind === "exceptions") {
    const error = random.pick(ERRORS);
    return {
      what,
      log: withFault(({ request: { steps, id } }, k) => [
        ...steps.slice(0, k + 1),
        ...exceptionAt(steps, k, id, error),
      ]),
      isCause: (claim) => isNew(claim, error),
    };
  }
  if (kind === "delays") {
    const delay = random.between(200, 5000);
    const gap = (steps: readonly Step[], k: number): number => steps[k]!.at - steps[k - 1]!.at;
    const before = good
      .map(know)
      .filter((one) => at(one) >= 1)
      .map((one) => gap(one.request.steps, at(one)));
    const after = having.map((one) => gap(one.request.steps, at(one)) + (affected.has(one) ? delay : 0));
    if (Math.max(rankDeviance(before, after), tailDeviance(before, after)) < VISIBLE) return undefined;
    return {
      what: `${what}, ${delay} ms`,
      log: withFault(({ request: { steps } }, k) =>
        steps.map((step, i) => {
          const text = i === steps.length - 1 ? withDelay(step.text, delay) : step.text;
          return { text, at: i < k ? step.at : step.at + delay };
        }),
      ),
      isCause: (claim) => ["slower", "larger"].includes(claim.change) && (claim.to === rule || claim.rule === rule),
    };
  }
  return wrongReturn();

  /** A value that was not seen before, or the next lines are missing. */
  function wrongReturn(): Fault | undefined {
    const fields = fewValued(
      having.map((one) => one.lines[at(one)]!),
      log.by,
    );
    const missing = new Set<string>();
    const cut = ({ lines, request: { steps } }: Known, k: number): readonly Step[] => {
      const rest = steps.slice(k + 1);
      const left = rest.slice(0, Math.min(2, rest.length - 1));
      if (left.length > 0) missing.add(lines[k + 1]!.rule ?? "");
      return [...steps.slice(0, k + 1), ...rest.slice(left.length).map(withFailure)];
    };
    if (fields.length === 0 || random.below(2) === 0) {
      const text = withFault(cut);
      const isCause = (claim: Claim): boolean =>
        ["fewer", "gone", "new_variant", "gone_variant"].includes(claim.change) &&
        [rule, ...missing].some((one) => names(claim, { rule: one }));
      return missing.size > 0 ? { what: `${what}, returns early`, log: text, isCause } : undefined;
    }
    const field = random.pick(fields);
    const values = new Set(having.map((one) => one.lines[at(one)]!.fields.get(field)!.value));
    const first = having[0]!.lines[at(having[0]!)]!;
    const isRead = (value: string): boolean => {
      const line = log.know(replaceAt(first.text, first.fields.get(field)!, value));
      return line.rule === rule && line.fields.get(field)?.value === value;
    };
    const value = VALUES.find((one) => !values.has(one) && isRead(one));
    if (value === undefined || deviance(0, good.length, affected.size, having.length) < VISIBLE) return undefined;
    return {
      what: `${what}, ${field}=${value}`,
      log: withFault(({ lines, request: { steps } }, k) => [
        ...steps.slice(0, k),
        { at: steps[k]!.at, text: replaceAt(textAt(steps[k]!), lines[k]!.fields.get(field)!, value) },
        ...steps.slice(k + 1).map((step, i, rest) => (i === rest.length - 1 ? withFailure(step) : step)),
      ]),
      isCause: (claim) => isAbout(claim, { rule }) && claim.field === field,
    };
  }
}

/** What is logged in place of the rest of a request: the exception, its trace, and the last line, as a failure. */
function exceptionAt(steps: readonly Step[], k: number, id: string, error: string): readonly Step[] {
  const { at, text } = steps[k]!;
  const header = text
    .slice(0, text.indexOf(id) + id.length)
    .replace(/\bINFO\b/, "ERROR")
    .replace(/\binfo\b/, "error");
  const last = steps.slice(k + 1).at(-1);
  return [
    { at: at + 2, text: `${header} request failed: ${error}: no connection left in pool` },
    ...TRACE.map((line) => ({ at: at + 2, text: line })),
    ...(last ? [withFailure({ ...last, at: at + 5 })] : []),
  ];
}

function withFailure(step: Step): Step {
  return { ...step, text: step.text.replace(/((?:\bstatus[=: ]+|" ))20\d\b/, "$1500") };
}

/** The last line may say how long the request took. */
function withDelay(text: string, delay: number): string {
  return text
    .replace(/\b(\d+(?:\.\d+)?)(?= ?ms\b)/, (number) => String(Math.round(Number(number) + delay)))
    .replace(/(?<=\btime: |\brt=)\d+\.\d+/, (number) => (Number(number) + delay / 1000).toFixed(3));
}

/** The fields of an event behind its id that have few values. */
function fewValued(lines: readonly Line[], by: string | undefined): string[] {
  const id = idOf(lines[0]!, by);
  const fields = [...lines[0]!.fields];
  const end = fields.find(([, { value }]) => value === id)?.[1].to ?? 0;
  return fields.flatMap(([field, { from }]) => {
    const values = lines.map((line) => line.fields.get(field)?.value);
    return from > end && new Set(values).size <= FEW && values.every(Boolean) ? [field] : [];
  });
}
