import { commonLiterals, patternFields } from "../../matcher/pattern.ts";
import { needsKey } from "../../rules/transforms/transform-registry.ts";
import { type LinePattern, lineRuleOf } from "../../run/rulebook.ts";
import { Masker } from "../../text/masks/masker.ts";
import { NUMBER_MASKS } from "../../text/masks/varying-parts.ts";
import type { EventName } from "./claim.ts";
import { durationUnit } from "./numbers.ts";
import { type ProfiledField, profiledField } from "./profile.ts";
import type { NamedEvent, ProfileEvents } from "./profile-json.ts";

/** Types whose values differ in all lines by their nature. */
const UNIQUE_TYPES: ReadonlySet<string> = new Set(["timestamp", "uuid", "json"]);
const NUMBER_MASK = new RegExp(`<(${NUMBER_MASKS.join("|")})>`, "g");
/** Of a shape, so many numbers are compared. */
const MAX_NUMBERS = 16;
/** Those of all shapes take a few kilobytes each. Shapes that are frequent come early. */
const MAX_SHAPE_NUMBERS = 2000;
/** A shape is that of so long a beginning of a line. */
export const MAX_SHAPE_BYTES = 4096;
/** Lines of further shapes are only counted, as those of one event. */
const MAX_SHAPES = 5000;
const REST: NamedEvent = {
  pattern: undefined,
  name: { rule: undefined, shape: "lines of further shapes" },
  fields: [],
};

/** Numbers events: first the line patterns, then the shapes of lines that no rule matches, as they come. */
export class Events implements ProfileEvents {
  private readonly linePatterns: readonly LinePattern[];
  private readonly events: NamedEvent[];
  private readonly masker = new Masker();
  private readonly shapes = new Map<string, number>();
  private shapeNumbers = 0;

  /** Fields of the names in `ids` are not compared: each request has its own. */
  constructor(linePatterns: readonly LinePattern[], ids: readonly string[]) {
    this.linePatterns = linePatterns;
    this.events = linePatterns.map((linePattern, pattern) => {
      const { rule, ruleFile } = lineRuleOf(linePattern);
      return { pattern, name: { rule, ruleFile }, fields: comparedFields(linePattern, ids) };
    });
  }

  at(event: number): NamedEvent {
    return this.events[event]!;
  }

  /** Whether there were more shapes than are counted. That one log alone has some of them tells nothing then. */
  get hasManyShapes(): boolean {
    return this.events.at(-1) === REST;
  }

  /** Whether an event stands for the lines of further shapes. */
  isRest(event: number): boolean {
    return this.events[event] === REST;
  }

  eventOf(pattern: number | undefined, { rule, shape }: EventName, fields: readonly string[]): number {
    const event = pattern ?? this.eventOfShape(shape!);
    const known = this.events[event];
    if (known === REST) return event;
    const names = known?.fields.map(({ name }) => name).join("\n");
    if (known?.name.rule === rule && names === fields.join("\n")) return event;
    throw new Error("the profile has an event that the rules do not have; make it again with these rules");
  }

  /** The words of a shape, or of a rule: its name and the literals of its pattern. */
  wordsOf(event: number): string {
    const linePattern = this.linePatterns[event];
    if (linePattern === undefined) return this.events[event]!.name.shape!;
    return [linePattern.name, ...commonLiterals(linePattern.pattern).map((literal) => Buffer.from(literal))].join(" ");
  }

  unitOf(event: number, field: string): string | undefined {
    const linePattern = this.linePatterns[event];
    return linePattern && durationUnit(linePattern.pattern, field);
  }

  /** The event of a line that no rule matches. */
  ofShape(bytes: Buffer, from: number, to: number): number {
    const end = Math.min(to, from + MAX_SHAPE_BYTES);
    return this.eventOfShape(Buffer.concat([...this.masker.pieces(bytes.subarray(from, end))]).toString());
  }

  /** The event of a line that no rule matches and that `read` masks, unlike any line before. */
  ofMasked(read: () => Buffer): number {
    return this.shapes.size === MAX_SHAPES ? this.rest() : this.eventOfShape(read().toString());
  }

  private eventOfShape(text: string): number {
    const { shapes, events } = this;
    const known = shapes.get(text);
    if (known !== undefined) return known;
    if (shapes.size === MAX_SHAPES) return this.rest();
    shapes.set(text, events.length);
    const fields = numbersIn(text).slice(0, MAX_SHAPE_NUMBERS - this.shapeNumbers);
    this.shapeNumbers += fields.length;
    return events.push({ pattern: undefined, name: { rule: undefined, shape: text }, fields }) - 1;
  }

  private rest(): number {
    const event = this.linePatterns.length + MAX_SHAPES;
    this.events[event] = REST;
    return event;
  }
}

/** The masks of numbers in a shape, named as they are, and numbered if there are several. */
function numbersIn(shape: string): ProfiledField[] {
  const masks = [...shape.matchAll(NUMBER_MASK)].slice(0, MAX_NUMBERS);
  return masks.map(([mask], i) => profiledField(masks.length === 1 ? mask : `${mask} ${i + 1}`, [i]));
}

function comparedFields({ pattern, transforms }: LinePattern, ids: readonly string[]): ProfiledField[] {
  const unique = new Set(
    patternFields(pattern.elements).flatMap(({ field, type }) => {
      const isUnique = type !== undefined && "typeName" in type && UNIQUE_TYPES.has(type.typeName);
      // Nobody should read the values that pseudonyms stand for, least of all in a file of accepted changes.
      return isUnique || transforms?.[field]?.some(needsKey) ? [field] : [];
    }),
  );
  const names = [...new Set(pattern.fields)].filter((name) => !ids.includes(name));
  return names.flatMap((name) => {
    const fields = pattern.fields.flatMap((own, i) => (own === name && i !== pattern.timestamp ? [i] : []));
    return fields.some((field) => unique.has(field)) || fields.length === 0 ? [] : [profiledField(name, fields)];
  });
}
