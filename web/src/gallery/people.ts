/** Fictional people for the gallery. */
export const people = [
  { id: '0195-a1', first_name: 'Ana', last_name: 'Lindqvist' },
  { id: '0195-b2', first_name: 'Tomasz', last_name: 'Wrona' },
  { id: '0195-c3', first_name: 'Leïla', last_name: 'Ben Amor' },
  { id: '0195-d4', first_name: 'Jonas', last_name: 'Eik' },
  { id: '0195-e5', first_name: 'Mei', last_name: 'Tan' },
  { id: '0195-f6', first_name: 'Øyvind', last_name: null },
] as const
