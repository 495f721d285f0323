/** Why an element is not shown, by code: programs translate the code, and the sentence is the English one. */
export const notShownReasons = {
  COORDINATE: 'The position is not a valid number or lies far outside the model.',
  MISSING_SHAPE: 'The file refers to a shape that it does not contain.',
  CUT_AWAY: 'The openings cut away the whole shape.',
  GEOMETRY: 'The shape is empty, has no extent, or has a profile that cannot be drawn.',
  UNKNOWN_SHAPE: 'The shape is a surface or a solid of a kind that cannot be drawn.',
  NESTED_CUTS: 'The shape consists of too many nested cuts.',
  SHAPE_LOOP: 'The shape contains itself.',
  TOO_MANY_PARTS: 'The shape consists of too many repeated parts.',
} as const

export type NotShownReason = keyof typeof notShownReasons
