/** Value of the choice of all storeys. */
export const ALL_STOREYS = '*'
/** Storeys that are listed at a time; more are found by their names. */
export const MOST_LISTED = 60

export const listStoreyOptions = (names: readonly string[], all: string) => [
  { value: ALL_STOREYS, label: all },
  ...names.map((name) => ({ value: name, label: name })),
]
