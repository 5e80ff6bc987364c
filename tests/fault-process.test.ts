import { PROCESS_ROWS } from "./support/fault-process.ts";
import { faultTests } from "./support/fault-tests.ts";
import { suite } from "./support/suite.ts";

suite("when something goes wrong: The program itself", (test) => faultTests(test, "The program itself", PROCESS_ROWS));
