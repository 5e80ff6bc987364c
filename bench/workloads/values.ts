import type { Random } from "./random.ts";

/** The content of a field in a log line, new for every line. */
export type Value = (random: Random) => string;

const HEX = "0123456789abcdef";
const ALPHANUMERIC = "abcdefghijklmnopqrstuvwxyz0123456789";
const USERS = ["alice", "bob", "root", "carol.jones", "svc-backup", "m.rossi", "dave", "postgres", "nobody"];
const NAMES = ["worker", "cache", "billing", "session", "index", "frontend", "replica", "mailer"];
const WORDS = ["timeout", "refused", "overloaded", "expired", "invalid", "conflict", "declined", "unreachable"];

const digits = (random: Random, count: number): string => random.characters("0123456789", count);
const hex = (random: Random, count: number): string => random.characters(HEX, count);
const number =
  (most: number): Value =>
  (random) =>
    String(random.below(most));
const oneOf =
  (...choices: string[]): Value =>
  (random) =>
    random.pick(choices);

/** By the name that templates use for them. */
export const VALUES: Readonly<Record<string, Value>> = {
  amount: (random) => `${random.below(900)}.${digits(random, 2)}`,
  block: (random) => `blk_${digits(random, random.between(15, 19))}`,
  bytes: number(70_000_000),
  code: number(600),
  component: (random) => `${random.pick(NAMES)}-${random.below(40)}`,
  count: number(5000),
  date: (random) => `${random.between(2005, 2024)}.0${random.between(1, 9)}.${random.between(10, 28)}`,
  duration: (random) => `${random.below(3000)}ms`,
  error: (random) => `"${random.pick(NAMES)} ${random.pick(WORDS)} after ${random.below(60)}s"`,
  headers: (random) => `{Authorization: Bearer ${random.characters(ALPHANUMERIC, 16)}, Accept: application/json}`,
  hex: (random) => `0x${hex(random, 8)}`,
  host: (random) => `${random.pick(NAMES)}-${random.between(1, 64)}.example.net`,
  id: (random) => digits(random, random.between(3, 7)),
  ip: (random) => `${random.between(1, 223)}.${random.below(256)}.${random.below(256)}.${random.between(1, 254)}`,
  instant: (random) =>
    `2024-0${random.between(1, 9)}-${random.between(10, 28)}T${random.between(10, 23)}:${random.between(10, 59)}:00Z`,
  items: (random) =>
    `[${Array.from({ length: random.between(1, 3) }, () => `{"sku": "${hex(random, 6)}", "n": ${random.between(1, 9)}}`).join(", ")}]`,
  level: oneOf("DEBUG", "INFO", "INFO", "INFO", "WARN", "ERROR"),
  mail: (random) => `${random.pick(USERS)}${random.below(1000)}@example.com`,
  method: oneOf("GET", "GET", "POST", "PUT", "DELETE"),
  name: (random) => `${random.pick(NAMES)}_${hex(random, 4)}`,
  node: (random) => `R${digits(random, 2)}-M${random.below(2)}-N${hex(random, 1)}-C:J${digits(random, 2)}-U11`,
  path: (random) => `/api/v${random.between(1, 3)}/${random.pick(NAMES)}/${random.below(100_000)}`,
  file: (random) => `/var/lib/${random.pick(NAMES)}/${hex(random, 8)}/${random.pick(WORDS)}.${random.below(100)}`,
  pid: (random) => String(random.between(300, 32_767)),
  port: (random) => String(random.between(1024, 65_535)),
  request: (random) => `req-${random.characters(ALPHANUMERIC, 12)}`,
  service: oneOf("order-service", "user-service", "stock-service", "mail-service"),
  state: oneOf("paid", "pending", "shipped", "cancelled", "returned"),
  status: oneOf("200", "200", "201", "204", "301", "400", "404", "500", "503"),
  thread: (random) => `pool-${random.between(1, 9)}-thread-${random.between(1, 32)}`,
  transaction: (random) => `txn-${hex(random, 10)}`,
  uid: number(2000),
  user: (random) => random.pick(USERS) + random.below(100),
  uuid: (random) => [8, 4, 4, 4, 12].map((length) => hex(random, length)).join("-"),
  word: (random) => random.pick(WORDS),
};

const LETTERS = ["é", "ö", "ñ", "ш", "ж", "λ", "日", "本", "한", "😀"];
const writing = (random: Random): string => random.pick(LETTERS) + random.pick(USERS) + random.pick(LETTERS);

/** The same with text beyond ASCII wherever people write some. */
export const UTF8_VALUES: Readonly<Record<string, Value>> = {
  ...VALUES,
  error: (random) => `"${writing(random)} ${random.pick(WORDS)} après ${random.below(60)} s"`,
  mail: (random) => `${writing(random)}${random.below(1000)}@exämple.com`,
  path: (random) => `/api/${writing(random)}/${random.below(100_000)}`,
  user: writing,
};
