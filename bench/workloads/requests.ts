import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Random } from "./random.ts";
import { rulesFile } from "./rules-file.ts";
import { threeServices } from "./three-services.ts";

/** The lines of a request: the service that writes each, and the text after its header. */
const STEPS = [
  ["edge", "verb=POST target=/orders/<item> account=alice@example.com"],
  ["stock", "step=stock_kept item=<item> by=dave7"],
  ["stock", "step=asking_price_service item=<item> sum=99.99"],
  ["price", "action=compute_price item=<item> sum=99.99"],
  ["price", "action=price_computed item=<item> receipt=txn-0a1b2c"],
  ["stock", "step=price_received item=<item>"],
  ["edge", "backend=stock-service code=200 took=145ms"],
] as const;

const HEADERS = {
  edge: (time: string, id: string) => `${time.replace("T", " ").slice(0, -1)} [edge-proxy] call=${id}`,
  stock: (time: string, id: string) => `${time} [stock-service] span=${id}`,
  price: (time: string, id: string) => `${time} price-svc correlation=${id}`,
};

const BEGINNING = Date.UTC(2024, 10, 15, 10);

/** The paths of the requests, and the field that holds their ids. */
export interface RequestFiles {
  readonly rules: string;
  readonly logs: readonly string[];
  readonly id: string;
}

/** Writes the logs of three services that handle many requests at a time: this many lines, in order of time. */
export function writeRequests(lines: number, folder: string): RequestFiles {
  mkdirSync(folder, { recursive: true });
  const random = new Random(1);
  const events: { readonly at: number; readonly service: keyof typeof HEADERS; readonly line: string }[] = [];
  for (let begun = BEGINNING; events.length < lines; begun += random.below(4)) {
    const id = `req-${random.characters("0123456789abcdefghijklmnopqrstuvwxyz", 12)}`;
    const item = String(random.below(1_000_000));
    let at = begun;
    for (const [service, text] of STEPS.slice(0, lines - events.length)) {
      const header = HEADERS[service](new Date(at).toISOString(), id);
      events.push({ at, service, line: `${header} ${text.replace("<item>", item)}\n` });
      at += 1 + random.below(60);
    }
  }
  events.sort((a, b) => a.at - b.at);
  const rules = join(folder, "rules.yaml");
  writeFileSync(rules, rulesFile(threeServices.rules));
  const logs = Object.keys(HEADERS).map((service) => {
    const log = join(folder, `${service}.log`);
    writeFileSync(log, events.flatMap((event) => (event.service === service ? [event.line] : [])).join(""));
    return log;
  });
  return { rules, logs, id: "call" };
}
