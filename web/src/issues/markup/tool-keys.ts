import type { Tool } from './drawing.ts'

/** The letter that chooses each tool. */
export const toolKeys: Record<string, Tool> = {
  v: 'SELECT',
  p: 'PEN',
  a: 'ARROW',
  b: 'BOX',
  c: 'CLOUD',
  t: 'TEXT',
  l: 'BLUR',
}
