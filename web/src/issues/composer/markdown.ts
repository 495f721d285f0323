import { type MarkdownInline, parseInlines } from './markdown-inline.ts'

/**
 * Parser for the subset of Markdown allowed in comments and messages. Anything outside the subset, above all HTML, stays
 * plain text and never becomes markup of the page.
 */
export type MarkdownBlock =
  | { kind: 'paragraph'; inlines: MarkdownInline[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; blocks: MarkdownBlock[] }
  | { kind: 'list'; start: number | null; items: MarkdownBlock[][] }

/** Maximum nesting of quotes and lists, deeper ones stay text: hostile input must not exhaust the stack. */
const MAX_DEPTH = 6

const FENCE = /^ {0,3}```/
const QUOTE = /^ {0,3}> ?/
const BULLET = /^ {0,3}(?:[-*+]|(\d{1,9})[.)]) +(?=\S)/

interface Cursor {
  lines: readonly string[]
  at: number
}

const isBlank = (line: string) => line.trim() === ''
const startsBlock = (line: string) => FENCE.test(line) || QUOTE.test(line) || BULLET.test(line)

function parseCodeBlock(cursor: Cursor): MarkdownBlock {
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

function parseQuote(cursor: Cursor, depth: number): MarkdownBlock {
  const inner: string[] = []
  for (; cursor.at < cursor.lines.length; cursor.at++) {
    const line = cursor.lines[cursor.at] ?? ''
    if (!QUOTE.test(line)) break
    inner.push(line.replace(QUOTE, ''))
  }
  return { kind: 'quote', blocks: parseBlocks(inner, depth + 1) }
}

/** Reads the lines of one list item: its first line, the lines indented under it, and blank lines between them. */
function readItemLines(cursor: Cursor, marker: string): string[] {
  const lines = [(cursor.lines[cursor.at] ?? '').slice(marker.length)]
  for (cursor.at++; cursor.at < cursor.lines.length; cursor.at++) {
    const line = cursor.lines[cursor.at] ?? ''
    const next = cursor.lines[cursor.at + 1] ?? ''
    if (isBlank(line) ? !/^ {2,}\S/.test(next) : !/^ {2,}/.test(line)) break
    lines.push(line.replace(new RegExp(`^ {1,${marker.length}}`), ''))
  }
  return lines
}

function parseList(cursor: Cursor, depth: number): MarkdownBlock {
  const first = BULLET.exec(cursor.lines[cursor.at] ?? '')
  const start = first?.[1] === undefined ? null : Number(first[1])
  const items: MarkdownBlock[][] = []
  while (cursor.at < cursor.lines.length) {
    const marker = BULLET.exec(cursor.lines[cursor.at] ?? '')
    if (!marker || (marker[1] === undefined) !== (start === null)) break
    items.push(parseBlocks(readItemLines(cursor, marker[0]), depth + 1))
  }
  return { kind: 'list', start, items }
}

function parseParagraph(cursor: Cursor, nests: boolean): MarkdownBlock {
  const lines: string[] = []
  for (; cursor.at < cursor.lines.length; cursor.at++) {
    const line = cursor.lines[cursor.at] ?? ''
    if (isBlank(line) || (nests && lines.length > 0 && startsBlock(line))) break
    lines.push(line.trim())
  }
  return { kind: 'paragraph', inlines: parseInlines(lines.join('\n')) }
}

function parseBlocks(lines: readonly string[], depth: number): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  const cursor: Cursor = { lines, at: 0 }
  const nests = depth < MAX_DEPTH
  while (cursor.at < lines.length) {
    const line = lines[cursor.at] ?? ''
    if (isBlank(line)) cursor.at++
    else if (nests && FENCE.test(line)) blocks.push(parseCodeBlock(cursor))
    else if (nests && QUOTE.test(line)) blocks.push(parseQuote(cursor, depth))
    else if (nests && BULLET.test(line)) blocks.push(parseList(cursor, depth))
    else blocks.push(parseParagraph(cursor, nests))
  }
  return blocks
}

export const parseMarkdown = (text: string): MarkdownBlock[] =>
  parseBlocks(text.replaceAll('\r\n', '\n').split('\n'), 0)
