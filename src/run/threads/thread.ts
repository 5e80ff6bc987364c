// The program that each worker thread runs.
import { parentPort, workerData } from "node:worker_threads";
import { KeyedPseudonyms } from "../../rules/transforms/pseudonyms.ts";
import { rulebookOf } from "../rulebook.ts";
import { blockMatcher, type FromWorker, type Setup, type ToWorker } from "./block-matcher.ts";

// Before the rules are read: a run that ends early waits for this.
parentPort?.postMessage({ kind: "loaded" } satisfies FromWorker);
const setup = workerData as Setup;
const { rules, key } = setup;
const rulebook = rulebookOf(rules, key && new KeyedPseudonyms(key));
const receive = blockMatcher(rulebook, setup, (message) => parentPort?.postMessage(message));
parentPort?.on("message", (message: ToWorker) => receive(message));
