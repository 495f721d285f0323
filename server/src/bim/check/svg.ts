import { ModelError } from '@plumbline/bim/model'

/**
 * Looks through an SVG for what a drawing does not need and an attack does: scripts, handlers, entities, references
 * that leave the file, and elements that multiply when they are drawn.
 */

const MOST_BYTES = 50_000_000
const MOST_ELEMENTS = 1_000_000
/** elements that are drawn once every `use` is followed */
const MOST_DRAWN = 5_000_000
const MOST_DEPTH = 1000

/** comment, CDATA, instruction, declaration, or a tag with its attributes */
const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<![^>]*>|<(\/?)([^\s/>!?]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>/g
const ATTRIBUTE = /([^\s=/]+)\s*=\s*("[^"]*"|'[^']*')/g
const ACTIVE = new Set(['script', 'foreignobject', 'iframe', 'embed', 'object', 'handler', 'listener'])

const fault = (code: string, message: string, hint: string) => new ModelError(code, message, hint)
const active = () =>
  fault(
    'ACTIVE_CONTENT',
    'The drawing contains a script or a web page.',
    'Export it without scripts and links.',
  )
const damaged = () =>
  fault('DAMAGED', 'The drawing is damaged: its elements do not close.', 'Export the drawing again.')
const external = () =>
  fault(
    'EXTERNAL_FILES',
    'The drawing refers to files that are not in it.',
    'Embed pictures and fonts when exporting the drawing.',
  )
const tooLarge = () =>
  fault('TOO_COMPLEX', 'The drawing has more elements than can be shown.', 'Export it as PDF, or split it.')

/** An element: how many there are below it, and what it repeats. */
interface Node {
  own: number
  uses: string[]
  children: Node[]
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase()

/** An attribute's text with its numeric entities read; the named ones of XML hide no address. */
const decoded = (value: string) =>
  value.replace(/&#(?:x([0-9a-f]+)|(\d+));/gi, (_, hex?: string, decimal?: string) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

function checkAttribute(element: string, name: string, value: string): void {
  const local = localName(name)
  if (/^on/.test(local)) throw active()
  if (local !== 'href' && local !== 'src' && local !== 'to' && local !== 'values') return
  const plain = decoded(value)
    .replace(/[^!-\u{10ffff}]/gu, '')
    .toLowerCase()
  if (/javascript:|vbscript:|data:text|data:image\/svg/.test(plain)) throw active()
  // a link leads nowhere when the drawing is shown as a picture; anything else would be fetched
  if (local === 'href' && element !== 'a' && plain !== '' && !/^#|^data:(image|font)\//.test(plain))
    throw external()
}

function attributesOf(element: string, text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', quoted = ''] of text.matchAll(ATTRIBUTE)) {
    const value = quoted.slice(1, -1)
    checkAttribute(element, name, value)
    found.set(localName(name), value)
  }
  return found
}

/** How many elements are drawn, with every `use` followed; one that leads to itself draws nothing. */
function drawn(node: Node, byId: Map<string, Node>, known: Map<Node, number>, path: Set<Node>): number {
  const before = known.get(node)
  if (before !== undefined) return before
  if (path.has(node)) return 0
  if (path.size > MOST_DEPTH) throw tooLarge()
  path.add(node)
  let total = node.own
  for (const child of node.children) total += drawn(child, byId, known, path)
  for (const id of node.uses) {
    const target = byId.get(id)
    if (target) total += drawn(target, byId, known, path)
  }
  path.delete(node)
  if (total > MOST_DRAWN) throw tooLarge()
  known.set(node, total)
  return total
}

export function checkSvg(text: string): { elements: number } {
  if (text.length > MOST_BYTES) throw tooLarge()
  const top: Node = { own: 0, uses: [], children: [] }
  const open: { name: string; node: Node }[] = [{ name: '', node: top }]
  const byId = new Map<string, Node>()
  let elements = 0
  for (const [whole, closing, name = '', attributes = '', empty] of text.matchAll(TOKEN)) {
    if (/^<!(DOCTYPE|ENTITY)/i.test(whole))
      throw fault(
        'DOCTYPE',
        'The drawing declares a document type.',
        'Export it as plain SVG 1.1 without DOCTYPE and entities.',
      )
    if (/^<\?xml-stylesheet/i.test(whole)) throw external()
    if (name === '') continue
    const local = localName(name)
    if (closing) {
      if (open.length < 2 || open.pop()?.name !== name) throw damaged()
      continue
    }
    if (ACTIVE.has(local)) throw active()
    if (++elements > MOST_ELEMENTS || open.length > MOST_DEPTH) throw tooLarge()
    const values = attributesOf(local, attributes)
    const node: Node = { own: 1, uses: [], children: [] }
    if (local === 'use') node.uses.push((values.get('href') ?? '').replace(/^#/, ''))
    const id = values.get('id')
    if (id) byId.set(id, node)
    open.at(-1)?.node.children.push(node)
    if (!empty) open.push({ name, node })
  }
  if (open.length !== 1 || elements === 0) throw damaged()
  if (/@import|url\(\s*["']?\s*(https?:|\/\/|file:)/i.test(text)) throw external()
  drawn(top, byId, new Map(), new Set())
  return { elements }
}
