/** What each mask stands for. */
export const MASK_DESCRIPTIONS = {
  time: "dates and times",
  uuid: "UUIDs",
  ip: "IPv4 and IPv6 addresses",
  mac: "MAC addresses",
  hex: "hexadecimal numbers",
  n: "other numbers",
} as const;

export type MaskName = keyof typeof MASK_DESCRIPTIONS;

export const MASK_NAMES = Object.keys(MASK_DESCRIPTIONS) as readonly MaskName[];

/** The indexes of the names in `MASK_NAMES`. */
export const MASK_INDEX = { time: 0, uuid: 1, ip: 2, mac: 3, hex: 4, n: 5 } as const satisfies Record<MaskName, number>;

const MASKS_OF_TYPES: Readonly<Record<string, `<${MaskName}>`>> = {
  number: "<n>",
  float: "<n>",
  ip: "<ip>",
  uuid: "<uuid>",
  timestamp: "<time>",
  hex: "<hex>",
};

/** What stands in outputs for values of a type that differ from run to run; undefined if they are shown. */
export function maskOfType(type: string | undefined): string | undefined {
  return type === undefined ? undefined : MASKS_OF_TYPES[type];
}
