/**
 * Measures things in turns, round by round, so that anything that slows the machine for a while slows all of them.
 * Returns the rounds of each thing.
 */
export function inTurns<Thing, Round>(
  things: readonly Thing[],
  rounds: number,
  measure: (thing: Thing) => Round,
): Round[][] {
  const measured = things.map((): Round[] => []);
  for (let round = 0; round < rounds; round++) {
    things.forEach((thing, i) => {
      measured[i]!.push(measure(thing));
    });
  }
  return measured;
}
