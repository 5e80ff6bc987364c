import { commonLiterals, patternFields } from "../../matcher/pattern.ts";
import { needsKey } from "../../rules/transforms/transform-registry.ts";
import { type LinePattern, lineRuleOf } from "../../run/rulebook.ts";
import { Masker } from "../../text/masks/masker.ts";
import { NUMBER_MASKS } from "../../text/masks/varying-parts.ts";
import type { EventName } from "./claim.ts";
import { durationUnit } from "./duration-unit.ts";
import type { ProfiledField } from "./profile.ts";
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

/** Lines of further shapes are only counted. */
const MAX_SHAPES = 5000;

/** Numbers events: first the line patterns, then the shapes of lines that no rule matches, as they come. */
export class Events implements ProfileEvents {
  private readonly linePatterns: readonly LinePattern[];
  /** The fields of each line pattern that are compared. */
  private readonly fields: readonly (readonly ProfiledField[])[];
  private readonly masker = new Masker();
  private readonly shapes = new Map<string, number>();
  private readonly shapeTexts: string[] = [];
  private readonly shapeFields: (readonly ProfiledField[])[] = [];
  private shapeNumbers = 0;

  /** Fields of the names in `ids` are not compared: each request has its own. */
  constructor(linePatterns: readonly LinePattern[], ids: readonly string[]) {
    this.linePatterns = linePatterns;
    this.fields = linePatterns.map((linePattern) => comparedFields(linePattern, ids));
  }

  fieldsOf(event: number): readonly ProfiledField[] {
    return this.fields[event] ?? this.shapeFields[event - this.fields.length] ?? [];
  }

  /** Whether there were more shapes than are counted. That one log alone has some of them tells nothing then. */
  get hasManyShapes(): boolean {
    return this.shapeTexts.length > MAX_SHAPES;
  }

  /** Whether an event stands for the lines of further shapes. */
  isRest(event: number): boolean {
    return event === this.linePatterns.length + MAX_SHAPES;
  }

  eventAt(event: number): NamedEvent {
    const pattern = event < this.linePatterns.length ? event : undefined;
    return { pattern, name: this.nameOf(event), fields: this.fieldsOf(event) };
  }

  eventOf(pattern: number | undefined, { rule, shape }: EventName, fields: readonly string[]): number {
    const event = pattern ?? this.eventOfShape(shape!);
    const names = this.fieldsOf(event).map(({ name }) => name);
    if (this.isRest(event)) return event;
    const isKnown = pattern === undefined || this.linePatterns[pattern]?.name === rule;
    if (isKnown && names.length === fields.length && names.every((name, i) => name === fields[i])) return event;
    throw new Error("the profile has an event that the rules do not have; make it again with these rules");
  }

  nameOf(event: number): EventName {
    const linePattern = this.linePatterns[event];
    if (linePattern === undefined)
      return { rule: undefined, shape: this.shapeTexts[event - this.linePatterns.length]! };
    const { rule, ruleFile } = lineRuleOf(linePattern);
    return { rule, ruleFile };
  }

  /** The words of a rule: its name and the literals of its pattern. */
  wordsOf(event: number): string {
    const { name, pattern } = this.linePatterns[event]!;
    return [name, ...commonLiterals(pattern).map((literal) => Buffer.from(literal))].join(" ");
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
    const { shapes } = this;
    const known = shapes.get(text);
    if (known !== undefined) return known;
    if (shapes.size === MAX_SHAPES) return this.rest();
    const event = this.linePatterns.length + shapes.size;
    shapes.set(text, event);
    this.shapeTexts.push(text);
    const numbers = numbersIn(text).slice(0, MAX_SHAPE_NUMBERS - this.shapeNumbers);
    this.shapeNumbers += numbers.length;
    this.shapeFields.push(numbers);
    return event;
  }

  /** The event of lines of further shapes. */
  private rest(): number {
    this.shapeTexts[MAX_SHAPES] = "lines of further shapes";
    return this.linePatterns.length + MAX_SHAPES;
  }
}

/** The masks of numbers in a shape, named as they are, and numbered if there are several. */
function numbersIn(shape: string): ProfiledField[] {
  const masks = [...shape.matchAll(NUMBER_MASK)].slice(0, MAX_NUMBERS);
  return masks.map(([mask], i) => ({ name: masks.length === 1 ? mask : `${mask} ${i + 1}`, fields: [] }));
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
    return fields.some((field) => unique.has(field)) || fields.length === 0 ? [] : [{ name, fields }];
  });
}
