// Logs of many requests at a time: real requests told again with other ids, numbers and times, and invented ones.
import type { Random } from "../bench/workloads/random.ts";
import { groupBy } from "./known-logs.ts";

export interface Step {
  /** Milliseconds since 1970. The text has this time, or another one, in its own notation. */
  readonly at: number;
  readonly text: string;
}

export interface Request {
  readonly id: string;
  readonly steps: readonly Step[];
}

/** Makes so many requests of one system. */
export type Source = (count: number, random: Random) => Request[];

const ISO = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,]\d{3}/;
const COMMON = /\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d/;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** What varies from request to request, if no other one has it: ids, and numbers that measure something. */
const OWN =
  /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|[\da-f]{12,}|(?<![\d.])\d+\.\d{2,}(?![\d.])|\b\d+(?= ?ms\b)|\b\d{4,}\b/g;
/** How many requests are under way in the mean. */
const CONCURRENCY = 8;
const BEGINNING = Date.UTC(2025, 5, 2, 9);

/** The time that a line states first, in milliseconds since 1970. */
function timeOf(text: string): number | undefined {
  const iso = ISO.exec(text)?.[0];
  if (iso !== undefined) return Date.parse(`${iso.replace(" ", "T").replace(",", ".")}Z`);
  const common = COMMON.exec(text)?.[0].split(/[/:]/);
  if (common === undefined) return undefined;
  const [day, month, year, hour, minute, second] = common;
  return Date.UTC(Number(year), MONTHS.indexOf(month!), Number(day), Number(hour), Number(minute), Number(second));
}

/** The line with its time. */
export function textAt({ text, at }: Step): string {
  const iso = new Date(at).toISOString();
  const [year, month, day] = iso.slice(0, 10).split("-");
  return ISO.test(text)
    ? text.replace(ISO, (old) => `${iso.slice(0, 10)}${old[10]}${iso.slice(11, 19)}${old[19]}${iso.slice(20, 23)}`)
    : text.replace(COMMON, () => `${day}/${MONTHS[Number(month) - 1]}/${year}:${iso.slice(11, 19)}`);
}

/** The lines of all requests in order of time. */
export function logOf(requests: readonly Request[]): string {
  const steps = requests.flatMap((request) => request.steps).sort((a, b) => a.at - b.at);
  return steps.map((step) => `${textAt(step)}\n`).join("");
}

/** Real requests, told again. The expression finds the id of a line. */
export function retold(lines: readonly string[], id: RegExp): Source {
  const steps = lines.flatMap((text) => ({ text, at: timeOf(text), id: id.exec(text)?.[1] }));
  const timed = steps.filter((step): step is Step & { id: string } => step.at !== undefined && step.id !== undefined);
  const templates = [...groupBy(timed, (step) => step.id).values()].map((own) => own.sort((a, b) => a.at - b.at));
  const ownersOf = new Map<string, Set<string>>();
  for (const { id, text } of timed)
    for (const [token] of text.replace(ISO, "").matchAll(OWN))
      ownersOf.set(token, (ownersOf.get(token) ?? new Set()).add(id));
  return requests((random) => {
    const template = random.pick(templates);
    const others = new Map([[template[0]!.id, otherToken(template[0]!.id, random)]]);
    const other = (token: string): string => {
      if (ownersOf.get(token)?.size !== 1) return token;
      if (!others.has(token)) others.set(token, otherToken(token, random));
      return others.get(token)!;
    };
    const { id } = template[0]!;
    const retell = (text: string): string => text.replaceAll(id, others.get(id)!).replace(OWN, other);
    const gaps = template.map(({ at }, i) => (i === 0 ? 0 : at - template[i - 1]!.at));
    return { id: others.get(id)!, steps: template.map(({ text }, i) => ({ text: retell(text), gap: gaps[i]! })) };
  });
}

/** Another id of the same form, or another number of about the same size. */
function otherToken(token: string, random: Random): string {
  const decimals = /^\d+\.(\d+)$/.exec(token)?.[1];
  if (decimals !== undefined) return (Number(token) * spread(random, 0.3)).toFixed(decimals.length);
  if (/^\d{1,3}$/.test(token)) return String(Math.round(Number(token) * spread(random, 0.3)));
  if (/^\d+$/.test(token)) return token[0]! + random.characters("0123456789", token.length - 1);
  return token.replaceAll(/[\da-f]{4,}/g, ({ length }) => random.characters("0123456789abcdef", length));
}

/** A factor around 1, seldom a large one. */
export function spread(random: Random, sigma: number): number {
  const uniform = (): number => (random.below(1_000_000) + 0.5) / 1_000_000;
  const normal = Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  return Math.exp(sigma * normal) * (random.below(50) === 0 ? 4 : 1);
}

/** Requests of which several are under way at a time; the gaps before their steps vary. */
function requests(one: (random: Random) => { id: string; steps: { text: string; gap: number }[] }): Source {
  return (count, random) => {
    let begins = BEGINNING;
    return Array.from({ length: count }, () => {
      const { id, steps } = one(random);
      let at = begins;
      const told = steps.map(({ text, gap }) => {
        at += Math.round(gap * spread(random, 0.5));
        return { text, at };
      });
      begins += Math.round(((at - begins) / CONCURRENCY) * spread(random, 0.7));
      return { id, steps: told };
    });
  };
}

const SERVICES = ["frontend", "cart", "stock", "billing", "mailer", "search", "profile"];
const HEADERS: readonly ((level: string, service: string, id: string) => string)[] = [
  (level, service, id) => `2025-01-01 00:00:00.000 ${level} [${service}-svc] trace=${id} `,
  (level, service, id) => `2025-01-01T00:00:00.000Z ${service}[41] ${level.toLowerCase()} (${id}) - `,
  (level, service, id) => `time=2025-01-01T00:00:00.000Z level=${level} service=${service} trace_id=${id} msg=`,
];
const VERBS = ["load", "reserve", "charge", "render", "index", "verify", "merge", "price"];
const NOUNS = ["basket", "item", "invoice", "receipt", "voucher", "address", "shipment", "session"];
const RESULTS = ["ok", "ok", "ok", "ok", "ok", "ok", "cached", "cached", "empty"];

interface Call {
  readonly service: string;
  readonly verb: string;
  readonly noun: string;
  readonly gap: number;
  /** How many of ten requests make it, and how many of these ask the store. */
  readonly tenths: number;
  readonly storeTenths: number;
}

/** Requests of a system of several services that the random numbers decide: kinds of requests, calls and durations. */
export function invented(system: Random): Source {
  const header = new Map(SERVICES.map((service) => [service, system.pick(HEADERS)]));
  const call = (): Call => ({
    ...{ service: system.pick(SERVICES.slice(1)), verb: system.pick(VERBS), noun: system.pick(NOUNS) },
    ...{ gap: 2 ** system.between(1, 8), tenths: system.pick([10, 10, 10, 5, 1]), storeTenths: system.below(5) },
  });
  const kinds = Array.from({ length: 5 }, () => ({
    path: `/${system.pick(NOUNS)}s/${system.pick(VERBS)}`,
    calls: Array.from({ length: system.between(3, 6) }, call),
  }));
  return requests((random) => {
    const kind = kinds[Math.min(random.below(kinds.length), random.below(kinds.length))]!;
    const id = random.characters("0123456789abcdef", 16);
    const steps: { text: string; gap: number }[] = [];
    const log = (service: string, gap: number, message: string, level = "INFO"): void => {
      steps.push({ text: header.get(service)!(level, service, id) + message, gap });
    };
    log("frontend", 0, `GET ${kind.path} accepted from 10.0.${random.below(4)}.${random.between(1, 250)}`);
    for (const { service, verb, noun, gap, tenths, storeTenths } of kind.calls) {
      if (random.below(10) >= tenths) continue;
      log(service, 3, `asked to ${verb} ${noun} ${random.between(10_000, 99_999)}`);
      if (random.below(10) < storeTenths) log(service, gap / 4, `${noun} is not cached, reading from store`, "WARN");
      const took = Math.round(gap * spread(random, 0.5) * 10) / 10;
      log(service, gap, `${verb} of ${noun} finished result=${random.pick(RESULTS)} took ${took.toFixed(1)} ms`);
    }
    const status = random.below(100) < 3 ? 404 : 200;
    log("frontend", 2, `GET ${kind.path} answered status=${status} took ${random.between(20, 900)} ms`);
    return { id, steps };
  });
}
