import type { MarkupTool } from './markup-state.ts'

/** Tools by keyboard shortcut. */
export const toolKeys: Record<string, MarkupTool> = {
  v: 'SELECT',
  p: 'PEN',
  a: 'ARROW',
  b: 'BOX',
  c: 'CLOUD',
  t: 'TEXT',
  l: 'BLUR',
}
