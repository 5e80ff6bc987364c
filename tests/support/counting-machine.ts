import { Machine, type MachineParts } from "../../src/matcher/machine/machine.ts";
import { compile, instantiate } from "../../src/matcher/machine/module.ts";
import { moduleBytes } from "../../src/matcher/machine/module-bytes.ts";

let counting: ReturnType<typeof compile>;

interface Counter {
  readonly value: number;
}

/** A maker of machines whose module counts its steps: turns of loops and calls of functions. */
export class CountingMachines {
  private counter: Counter = { value: 0 };

  /** For `Matcher.expectManyLines`. */
  readonly make = (parts: MachineParts): Machine | undefined =>
    Machine.of(parts, (bytes, imports) => {
      counting ??= compile(moduleBytes({ countsSteps: true }));
      const made = instantiate(bytes, imports, counting);
      if (made !== undefined) this.counter = (made.exports as unknown as { readonly steps: Counter }).steps;
      return made;
    });

  /** The steps of the last machine while `work` runs. */
  during(work: () => void): number {
    const before = this.counter.value;
    work();
    return (this.counter.value - before) >>> 0;
  }
}
