import { ModelError } from '@plumbline/bim/model'

/**
 * Refuses SVG features that attacks need and drawings do not: scripts, event handlers, entities, external references,
 * and `use` elements that multiply when drawn.
 */

const MAX_CHARACTERS = 50_000_000
const MAX_ELEMENTS = 1_000_000
/** drawn elements with every `use` resolved */
const MAX_DRAWN_ELEMENTS = 5_000_000
const MAX_DEPTH = 1000

/** matches a comment, CDATA section, instruction, declaration, or a tag with its attributes */
const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<![^>]*>|<(\/?)([^\s/>!?]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>/g
const ATTRIBUTE = /([^\s=/]+)\s*=\s*("[^"]*"|'[^']*')/g
const ACTIVE_ELEMENTS = new Set([
  'script',
  'foreignobject',
  'iframe',
  'embed',
  'object',
  'handler',
  'listener',
])

const svgError = (code: string, message: string, hint: string) => new ModelError(code, message, hint)
const activeContentError = () =>
  svgError(
    'ACTIVE_CONTENT',
    'The drawing contains a script or a web page.',
    'Export it without scripts and links.',
  )
const damagedError = () =>
  svgError('DAMAGED', 'The drawing is damaged: its elements do not close.', 'Export the drawing again.')
const externalFilesError = () =>
  svgError(
    'EXTERNAL_FILES',
    'The drawing refers to files that are not in it.',
    'Embed pictures and fonts when exporting the drawing.',
  )
const tooComplexError = () =>
  svgError(
    'TOO_COMPLEX',
    'The drawing has more elements than can be shown.',
    'Export it as PDF, or split it.',
  )

/** An element with its children and the ids that its `use` refers to. */
interface SvgElement {
  own: number
  uses: string[]
  children: SvgElement[]
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase()

/** Decodes numeric entities of an attribute; XML's five named ones cannot hide a URL. */
const decodeNumericEntities = (value: string) =>
  value.replace(/&#(?:x([0-9a-f]+)|(\d+));/gi, (_, hex?: string, decimal?: string) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

function checkAttribute(element: string, name: string, value: string): void {
  const local = localName(name)
  if (/^on/.test(local)) throw activeContentError()
  if (local !== 'href' && local !== 'src' && local !== 'to' && local !== 'values') return
  const plain = decodeNumericEntities(value)
    .replace(/[^!-\u{10ffff}]/gu, '')
    .toLowerCase()
  if (/javascript:|vbscript:|data:text|data:image\/svg/.test(plain)) throw activeContentError()
  // links of `a` are inert because drawings are shown as <img>; other references would be fetched
  if (local === 'href' && element !== 'a' && plain !== '' && !/^#|^data:(image|font)\//.test(plain))
    throw externalFilesError()
}

function parseAttributes(element: string, text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', quoted = ''] of text.matchAll(ATTRIBUTE)) {
    const value = quoted.slice(1, -1)
    checkAttribute(element, name, value)
    found.set(localName(name), value)
  }
  return found
}

/** Counts drawn elements with every `use` resolved, memoized in `known`; a cycle draws nothing. */
function countDrawnElements(
  node: SvgElement,
  byId: Map<string, SvgElement>,
  known: Map<SvgElement, number>,
  path: Set<SvgElement>,
): number {
  const before = known.get(node)
  if (before !== undefined) return before
  if (path.has(node)) return 0
  if (path.size > MAX_DEPTH) throw tooComplexError()
  path.add(node)
  let total = node.own
  for (const child of node.children) total += countDrawnElements(child, byId, known, path)
  for (const id of node.uses) {
    const target = byId.get(id)
    if (target) total += countDrawnElements(target, byId, known, path)
  }
  path.delete(node)
  if (total > MAX_DRAWN_ELEMENTS) throw tooComplexError()
  known.set(node, total)
  return total
}

export function checkSvg(text: string): { elements: number } {
  if (text.length > MAX_CHARACTERS) throw tooComplexError()
  const top: SvgElement = { own: 0, uses: [], children: [] }
  const open: { name: string; node: SvgElement }[] = [{ name: '', node: top }]
  const byId = new Map<string, SvgElement>()
  let elements = 0
  for (const [whole, closing, name = '', attributes = '', empty] of text.matchAll(TOKEN)) {
    if (/^<!(DOCTYPE|ENTITY)/i.test(whole))
      throw svgError(
        'DOCTYPE',
        'The drawing declares a document type.',
        'Export it as plain SVG 1.1 without DOCTYPE and entities.',
      )
    if (/^<\?xml-stylesheet/i.test(whole)) throw externalFilesError()
    if (name === '') continue
    const local = localName(name)
    if (closing) {
      if (open.length < 2 || open.pop()?.name !== name) throw damagedError()
      continue
    }
    if (ACTIVE_ELEMENTS.has(local)) throw activeContentError()
    if (++elements > MAX_ELEMENTS || open.length > MAX_DEPTH) throw tooComplexError()
    const values = parseAttributes(local, attributes)
    const node: SvgElement = { own: 1, uses: [], children: [] }
    if (local === 'use') node.uses.push((values.get('href') ?? '').replace(/^#/, ''))
    const id = values.get('id')
    if (id) byId.set(id, node)
    open.at(-1)?.node.children.push(node)
    if (!empty) open.push({ name, node })
  }
  if (open.length !== 1 || elements === 0) throw damagedError()
  if (/@import|url\(\s*["']?\s*(https?:|\/\/|file:)/i.test(text)) throw externalFilesError()
  countDrawnElements(top, byId, new Map(), new Set())
  return { elements }
}
