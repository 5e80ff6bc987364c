/** The kinds of parts that are masked, and what they are. */
export const MASK_DESCRIPTIONS = {
  time: "dates and times",
  uuid: "UUIDs",
  ip: "IPv4 and IPv6 addresses",
  mac: "MAC addresses",
  hex: "hexadecimal numbers",
  n: "other numbers",
} as const;

export type MaskKind = keyof typeof MASK_DESCRIPTIONS;

export const MASK_KINDS = Object.keys(MASK_DESCRIPTIONS) as readonly MaskKind[];

/** The indexes of the kinds in `MASK_KINDS`. */
export const KIND = { time: 0, uuid: 1, ip: 2, mac: 3, hex: 4, n: 5 } as const satisfies Record<MaskKind, number>;
