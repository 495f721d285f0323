import { type Inline, inlinesOf } from './markdown-inline.ts'

/**
 * Parser for the subset of Markdown allowed in comments and messages. Anything outside the subset, above all HTML, stays
 * plain text and never becomes markup of the page.
 */
export type Block =
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; start: number | null; items: Block[][] }

/** Maximum nesting of quotes and lists, deeper ones stay text: hostile input must not exhaust the stack. */
const DEEPEST = 6

const FENCE = /^ {0,3}```/
const QUOTE = /^ {0,3}> ?/
const BULLET = /^ {0,3}(?:[-*+]|(\d{1,9})[.)]) +(?=\S)/

interface Cursor {
  lines: readonly string[]
  at: number
}

const isBlank = (line: string) => line.trim() === ''
const startsBlock = (line: string) => FENCE.test(line) || QUOTE.test(line) || BULLET.test(line)

function takeCode(cursor: Cursor): Block {
  const text: string[] = []
  for (cursor.at++; cursor.at < cursor.lines.length; cursor.at++) {
    const line = cursor.lines[cursor.at] ?? ''
    if (FENCE.test(line)) {
      cursor.at++
      break
    }
    text.push(line)
  }
  return { kind: 'code', text: text.join('\n') }
}

function takeQuote(cursor: Cursor, depth: number): Block {
  const inner: string[] = []
  for (; cursor.at < cursor.lines.length; cursor.at++) {
    const line = cursor.lines[cursor.at] ?? ''
    if (!QUOTE.test(line)) break
    inner.push(line.replace(QUOTE, ''))
  }
  return { kind: 'quote', blocks: blocksOf(inner, depth + 1) }
}

/** Reads the lines of one list item: its first line, the lines indented under it, and blank lines between them. */
function takeItem(cursor: Cursor, marker: string): string[] {
  const lines = [(cursor.lines[cursor.at] ?? '').slice(marker.length)]
  for (cursor.at++; cursor.at < cursor.lines.length; cursor.at++) {
    const line = cursor.lines[cursor.at] ?? ''
    const next = cursor.lines[cursor.at + 1] ?? ''
    if (isBlank(line) ? !/^ {2,}\S/.test(next) : !/^ {2,}/.test(line)) break
    lines.push(line.replace(new RegExp(`^ {1,${marker.length}}`), ''))
  }
  return lines
}

function takeList(cursor: Cursor, depth: number): Block {
  const first = BULLET.exec(cursor.lines[cursor.at] ?? '')
  const start = first?.[1] === undefined ? null : Number(first[1])
  const items: Block[][] = []
  while (cursor.at < cursor.lines.length) {
    const marker = BULLET.exec(cursor.lines[cursor.at] ?? '')
    if (!marker || (marker[1] === undefined) !== (start === null)) break
    items.push(blocksOf(takeItem(cursor, marker[0]), depth + 1))
  }
  return { kind: 'list', start, items }
}

function takeParagraph(cursor: Cursor, nests: boolean): Block {
  const lines: string[] = []
  for (; cursor.at < cursor.lines.length; cursor.at++) {
    const line = cursor.lines[cursor.at] ?? ''
    if (isBlank(line) || (nests && lines.length > 0 && startsBlock(line))) break
    lines.push(line.trim())
  }
  return { kind: 'paragraph', inlines: inlinesOf(lines.join('\n')) }
}

function blocksOf(lines: readonly string[], depth: number): Block[] {
  const blocks: Block[] = []
  const cursor: Cursor = { lines, at: 0 }
  const nests = depth < DEEPEST
  while (cursor.at < lines.length) {
    const line = lines[cursor.at] ?? ''
    if (isBlank(line)) cursor.at++
    else if (nests && FENCE.test(line)) blocks.push(takeCode(cursor))
    else if (nests && QUOTE.test(line)) blocks.push(takeQuote(cursor, depth))
    else if (nests && BULLET.test(line)) blocks.push(takeList(cursor, depth))
    else blocks.push(takeParagraph(cursor, nests))
  }
  return blocks
}

export const readMarkdown = (text: string): Block[] => blocksOf(text.replaceAll('\r\n', '\n').split('\n'), 0)
