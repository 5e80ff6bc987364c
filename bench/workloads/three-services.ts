import { lineTemplate } from "./line-template.ts";
import { UTF8_VALUES, VALUES } from "./values.ts";
import { drawnFrom, type Workload } from "./workload.ts";

/** Three services that log the same orders, each in its own way: name, line, output. */
const RULES: readonly (readonly [string, string, string])[] = [
  ["edge_in", "EDGE verb=<method> target=<path> account=<mail>", "[{call}] edge:in:{method}:{path}"],
  ["edge_out", "EDGE backend=<service> code=<status> took=<duration>", "[{call}] edge:out:{status}"],
  ["edge_fail", "EDGE backend=<service> code=<status> took=<duration> reason=<error>", "[{call}] edge:fail:{status}"],
  ["stock_kept", "STOCK step=stock_kept item=<item:id> by=<user>", "[{call}] stock:kept:{item}"],
  ["stock_asks", "STOCK step=asking_price_service item=<item:id> sum=<amount>", "[{call}] stock:asks"],
  ["stock_priced", "STOCK step=price_received item=<item:id>", "[{call}] stock:priced"],
  ["stock_unpriced", "STOCK step=price_refused item=<item:id> reason=<error>", "[{call}] stock:unpriced"],
  ["stock_search", "STOCK step=stock_search item=<item:id>", "[{call}] stock:search:{item}"],
  ["stock_found", "STOCK step=stock_found item=<item:id> shelf=<state>", "[{call}] stock:found:{state}"],
  ["price_begin", "PRICE action=compute_price item=<item:id> sum=<amount>", "[{call}] price:begin"],
  ["price_done", "PRICE action=price_computed item=<item:id> receipt=<transaction>", "[{call}] price:done"],
  ["price_error", "PRICE action=price_error item=<item:id> reason=<error>", "[{call}] price:error"],
];

const ASCII_HEADERS = {
  EDGE: "<timestamp:iso-ms> [edge-proxy] call=<call:request>",
  STOCK: "<timestamp:iso-z> [stock-service] span=<call:request>",
  PRICE: "<timestamp:iso-z> price-svc correlation=<call:request>",
};

const UTF8_HEADERS: typeof ASCII_HEADERS = {
  EDGE: "<timestamp:iso-ms> [шлюз] вызов=<call:request>",
  STOCK: "<timestamp:iso-z> [在庫サービス] span=<call:request>",
  PRICE: "<timestamp:iso-z> préz-svc corrélation=<call:request>",
};

export const threeServices = workload("three-services", ASCII_HEADERS, VALUES);
export const threeServicesUtf8 = workload("three-services-utf8", UTF8_HEADERS, UTF8_VALUES);

function workload(name: string, headers: typeof ASCII_HEADERS, values: typeof VALUES): Workload {
  const rules = RULES.map(([rule, line, output]) => {
    const written = line.replace(/^[A-Z]+/, (service) => headers[service as keyof typeof headers]);
    return lineTemplate(rule, written, output, values);
  });
  return { name, rules, line: drawnFrom(rules), lineEnd: "\n" };
}
