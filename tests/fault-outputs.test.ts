import { OUTPUT_ROWS } from "./support/fault-outputs.ts";
import { faultTests } from "./support/fault-tests.ts";
import { suite } from "./support/suite.ts";

suite("when something goes wrong: What is written", (test) => faultTests(test, "What is written", OUTPUT_ROWS));
