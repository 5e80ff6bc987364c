import { STATE } from "../../src/matcher/machine/layout.ts";
import { Machine, type MachineParts } from "../../src/matcher/machine/machine.ts";
import { compile, instantiate } from "../../src/matcher/machine/module.ts";
import { moduleBytes } from "../../src/matcher/machine/module-bytes.ts";

let counting: ReturnType<typeof compile>;

/** A maker of machines whose module counts its steps: turns of loops and calls of functions. */
export class CountingMachines {
  private words: ArrayLike<number> | undefined;

  /** For `Matcher.expectManyLines`. */
  readonly make = (parts: MachineParts): Machine | undefined =>
    Machine.of(parts, (bytes, imports) => {
      counting ??= compile(moduleBytes({ countsSteps: true }));
      const made = instantiate(bytes, imports, counting);
      if (made !== undefined) this.words = new Int32Array(made.memory);
      return made;
    });

  /** The steps of the last machine while `work` runs. */
  during(work: () => void): number {
    const before = this.steps;
    work();
    return (this.steps - before) >>> 0;
  }

  private get steps(): number {
    return this.words?.[STATE.steps >> 2] ?? 0;
  }
}
