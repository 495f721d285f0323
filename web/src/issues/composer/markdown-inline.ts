/** Inline nodes of the Markdown tree. `person` and `issue` are this product's mentions. */
export type MarkdownInline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'bold' | 'italic'; inlines: MarkdownInline[] }
  | { kind: 'link'; href: string; inlines: MarkdownInline[] }
  | { kind: 'person'; id: string; name: string }
  | { kind: 'issue'; number: number }
  | { kind: 'break' }

type Marker = '**' | '*' | '_'
type Token = { inline: MarkdownInline } | { marker: Marker; opens: boolean; closes: boolean }

const PERSON_MENTION = /@\[([^\]\n]{1,200})\]\(user:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/iy
const LINK = /\[([^[\]\n]{1,500})\]\(((?:https?:\/\/|mailto:)(?:[^\s()<>]|\([^\s()<>]*\))+)\)/iy
const BARE_URL = /https?:\/\/[^\s<>"]+/iy
const ISSUE_MENTION = /#([1-9]\d{0,8})(?![\w#])/y
const ESCAPE = /\\([\\`*_[\]()#@>+.!~-])/y
/** word character: no URL or issue number may start directly after one */
const WORD = /[\p{L}\p{N}_]/u

function matchAt(expression: RegExp, text: string, index: number): RegExpExecArray | null {
  expression.lastIndex = index
  return expression.exec(text)
}

/** Cuts trailing punctuation and unmatched brackets off a URL found in running text. */
function trimUrl(found: string): string {
  let end = found.length
  let unopened = found.split(')').length - found.split('(').length
  for (; end > 0; end--) {
    const last = found.charAt(end - 1)
    if (last === ')' && unopened > 0) unopened--
    else if (!'.,;:!?\'"*_'.includes(last)) break
  }
  return found.slice(0, end)
}

/** The URL as normalised by the browser, or null unless its protocol is http, https or mailto. */
function safeHref(href: string): string | null {
  if (!URL.canParse(href)) return null
  const url = new URL(href)
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null
}

type ParsedInline = { inline: MarkdownInline; length: number } | null

function parseCode(text: string, index: number): ParsedInline {
  const ticks = /`+/y
  ticks.lastIndex = index
  const run = ticks.exec(text)?.[0] ?? ''
  const end = new RegExp(`(?<!\`)${run}(?!\`)`, 'g')
  end.lastIndex = index + run.length
  const close = run && end.exec(text)
  if (!close) return { inline: { kind: 'text', text: run }, length: run.length }
  const code = text.slice(index + run.length, close.index)
  return { inline: { kind: 'code', text: code.trim() || code }, length: close.index + run.length - index }
}

/** Parses a link or mention that starts at the index. */
function parseReference(text: string, index: number): ParsedInline {
  const person = matchAt(PERSON_MENTION, text, index)
  if (person?.[1] && person[2])
    return {
      inline: { kind: 'person', name: person[1], id: person[2].toLowerCase() },
      length: person[0].length,
    }
  const link = matchAt(LINK, text, index)
  const href = link?.[2] && safeHref(link[2])
  if (link?.[1] && href)
    return {
      inline: { kind: 'link', href, inlines: parseInlines(link[1], false) },
      length: link[0].length,
    }
  if (WORD.test(text.charAt(index - 1))) return null
  const bare = trimUrl(matchAt(BARE_URL, text, index)?.[0] ?? '')
  const address = bare && safeHref(bare)
  if (address)
    return {
      inline: { kind: 'link', href: address, inlines: [{ kind: 'text', text: bare }] },
      length: bare.length,
    }
  const issue = text.charAt(index - 1) !== '#' && matchAt(ISSUE_MENTION, text, index)
  return issue ? { inline: { kind: 'issue', number: Number(issue[1]) }, length: issue[0].length } : null
}

/** Splits a run of `*` or `_` into markers; closing runs are reversed, so that the innermost marker closes first. */
function parseMarkers(text: string, index: number): { tokens: Token[]; length: number } {
  const character = text.charAt(index)
  let length = 1
  while (text.charAt(index + length) === character) length++
  const before = text.charAt(index - 1)
  const after = text.charAt(index + length)
  const spaced = (neighbour: string) => neighbour === '' || /\s/.test(neighbour)
  const opens = !spaced(after)
  const closes = !spaced(before)
  // 2*3*4 and snake_case stay unchanged
  const within = WORD.test(before) && WORD.test(after)
  if (length > 3 || (!opens && !closes) || (within && length === 1) || (character === '_' && length > 1))
    return { tokens: [{ inline: { kind: 'text', text: character.repeat(length) } }], length }
  const markers: Marker[] =
    character === '_' ? ['_'] : length === 3 ? ['**', '*'] : length === 2 ? ['**'] : ['*']
  if (closes && !opens) markers.reverse()
  return { tokens: markers.map((marker) => ({ marker, opens, closes })), length }
}

function tokenize(text: string, links: boolean): Token[] {
  const tokens: Token[] = []
  let plain = ''
  const flush = () => {
    if (plain) tokens.push({ inline: { kind: 'text', text: plain } })
    plain = ''
  }
  for (let index = 0; index < text.length; ) {
    const character = text.charAt(index)
    const escaped = character === '\\' ? matchAt(ESCAPE, text, index) : null
    if (escaped) {
      plain += escaped[1]
      index += 2
      continue
    }
    if (character === '*' || character === '_') {
      const found = parseMarkers(text, index)
      flush()
      tokens.push(...found.tokens)
      index += found.length
      continue
    }
    let found: ParsedInline = null
    if (character === '`') found = parseCode(text, index)
    else if (character === '\n') found = { inline: { kind: 'break' }, length: 1 }
    else if (links && /[@[#hH]/.test(character)) found = parseReference(text, index)
    if (found) {
      flush()
      tokens.push({ inline: found.inline })
      index += found.length
    } else {
      plain += character
      index++
    }
  }
  flush()
  return tokens
}

interface Frame {
  marker: Marker | null
  inlines: MarkdownInline[]
}

/** The content of an unclosed frame, with its marker as plain text. */
const asText = ({ marker, inlines }: Frame): MarkdownInline[] =>
  marker ? [{ kind: 'text', text: marker }, ...inlines] : inlines

/** Parses the inline content of a block in linear time: each marker is visited once. */
export function parseInlines(text: string, links = true): MarkdownInline[] {
  const frames: Frame[] = [{ marker: null, inlines: [] }]
  const open: Record<Marker, number> = { '**': 0, '*': 0, _: 0 }
  const top = () => frames.at(-1) as Frame
  const fold = () => {
    const frame = frames.pop() as Frame
    if (frame.marker) open[frame.marker]--
    return frame
  }
  for (const token of tokenize(text, links)) {
    if ('inline' in token) top().inlines.push(token.inline)
    else if (token.closes && open[token.marker] > 0 && top().inlines.length > 0) {
      while (top().marker !== token.marker) {
        const frame = fold()
        top().inlines.push(...asText(frame))
      }
      const { inlines } = fold()
      top().inlines.push({ kind: token.marker === '**' ? 'bold' : 'italic', inlines })
    } else if (token.opens && frames.length < 20) {
      frames.push({ marker: token.marker, inlines: [] })
      open[token.marker]++
    } else top().inlines.push({ kind: 'text', text: token.marker })
  }
  while (frames.length > 1) {
    const frame = fold()
    top().inlines.push(...asText(frame))
  }
  return mergeTexts(top().inlines)
}

/** Merges adjacent text nodes. */
function mergeTexts(inlines: MarkdownInline[]): MarkdownInline[] {
  const result: MarkdownInline[] = []
  for (const inline of inlines) {
    const last = result.at(-1)
    if (inline.kind === 'text' && last?.kind === 'text') last.text += inline.text
    else result.push(inline.kind === 'text' ? { ...inline } : inline)
  }
  return result
}
