import { lineTemplate, outputOf } from "./line-template.ts";
import { drawnFrom, type Workload } from "./workload.ts";

/** What the components of an application write. */
const MESSAGES: readonly string[] = [
  "Accepted connection from <ip> port <port>",
  "Closed connection from <ip> port <port> after <duration>",
  "Request <request> <method> <path> finished with <status> in <duration>",
  "Request <request> <method> <path> failed: <error>",
  "Retrying <request>, attempt <count>",
  "User <user> signed in from <ip>",
  "User <user> signed out",
  "Cache hit for <path>",
  "Cache miss for <path>, loading <bytes> bytes",
  "Query took <duration>: <count> rows",
  "Slow query took <duration>: <count> rows from <name>",
  "Job <uuid> started on <thread>",
  "Job <uuid> done on <thread> in <duration>",
  "Job <uuid> gave up: <error>",
  "Opened <file> (<bytes> bytes)",
  "Removed <file>",
  "Heartbeat from <node> lost",
  "Heartbeat from <node> is back after <duration>",
  "Configuration read from <file>",
  "Shutting down, <count> requests left",
];

const rules = MESSAGES.map((message, i) =>
  lineTemplate(`app_${i + 1}`, `<timestamp:log4j> <level> <component>: ${message}`, `{level} ${outputOf(message)}`),
);

/** Headers that consist of fields, so that only a blank follows the timestamp. */
export const levelComponent: Workload = { name: "level-component", rules, line: drawnFrom(rules), lineEnd: "\n" };
