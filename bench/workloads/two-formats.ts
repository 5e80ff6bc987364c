import { lineTemplate } from "./line-template.ts";
import { drawnFrom, type Workload } from "./workload.ts";

/** The answers of one service in its first and its second version: name, first, second, output. */
const ANSWERS: readonly (readonly [string, string, string, string])[] = [
  [
    "account",
    '<intro:word> {"key": <key:id>, "mail": "<mail>", "since": "<since:instant>", "seen": "<seen:instant>"}',
    'reply=<intro:word> {"key": <key:id>, "mail": "<mail>", "since": "<since:instant>", "seen": "<seen:instant>", "schema": "<schema:level>"}',
    "[ANSWER:account,key+mail+since+seen]",
  ],
  [
    "basket-made",
    '<intro:word> {"key": <key:id>, "owner": <owner:id>, "sum": <sum:amount>, "made": "<made:instant>", "phase": "open"}',
    'reply=<intro:word> {"key": <key:id>, "owner": <owner:id>, "sum": <sum:amount>, "made": "<made:instant>", "phase": "open", "schema": "<schema:level>"}',
    "[ANSWER:basket-made,key+owner+sum]",
  ],
  [
    "basket-paid",
    '<intro:word> {"key": <key:id>, "phase": "paid", "changed": "<changed:instant>"}',
    'reply=<intro:word> {"key": <key:id>, "phase": "paid", "changed": "<changed:instant>", "schema": "<schema:level>"}',
    "[ANSWER:basket-paid,key]",
  ],
  [
    "basket-full",
    '<intro:word> {"key": <key:id>, "owner": <owner:id>, "sum": <sum:amount>, "phase": "paid", "lines": <lines:items>, "send": "<send:name>"}',
    'reply=<intro:word> {"key": <key:id>, "owner": <owner:id>, "sum": <sum:amount>, "phase": "paid", "lines": <lines:items>, "send": "<send:name>", "schema": "<schema:level>"}',
    "[ANSWER:basket-full,key+owner+sum+lines+send]",
  ],
];

const calls = ["GET", "POST", "PUT", "DELETE"].flatMap((verb) => {
  const output = `[${verb}:{path},{status}]`;
  const first = `<timestamp:iso> [CALL] ${verb} <path> | Sent: <headers> | Got: <status>`;
  const second = `<timestamp:iso> [CALL] verb=${verb} target=<path> token=<token:uuid> got=<status> took=<duration>`;
  return [lineTemplate(`${verb}_v1`, first, output), lineTemplate(`${verb}_v2`, second, output)];
});

const answers = ANSWERS.flatMap(([name, first, second, output]) => [
  lineTemplate(`${name}_v1`, `<timestamp:iso> [ANSWER] ${first}`, output),
  lineTemplate(`${name}_v2`, `<timestamp:iso> [ANSWER] ${second}`, output),
]);

const rules = [...calls, ...answers];

/** An interface whose log changed its format between two versions. */
export const twoFormats: Workload = { name: "two-formats", rules, line: drawnFrom(rules), lineEnd: "\n" };
