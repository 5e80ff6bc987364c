// The program that each worker thread runs.
import { parentPort, workerData } from "node:worker_threads";
import { rulebookOf } from "../normalization/rulebook.ts";
import { KeyedPseudonyms } from "../transforms/pseudonyms.ts";
import type { Setup, ToWorker } from "./messages.ts";
import { PartMatcher } from "./part-matcher.ts";

const setup = workerData as Setup;
const { rules, key } = setup;
const rulebook = rulebookOf(rules, key && new KeyedPseudonyms(key));
const matcher = new PartMatcher(rulebook, setup, (message) => parentPort?.postMessage(message));
parentPort?.on("message", (message: ToWorker) => matcher.receive(message));
