import { colors, MARGIN, Pen } from '../../pdf/pen.ts'

/** Draws the pages of a report, in a thread. */

export type Fact = [name: string, value: string]

export interface Cover {
  kind: 'cover'
  project: string
  title: string
  about: string[]
  /** heads of the filter and of the numbers */
  filter: string
  statistics: string
  conditions: string[]
  totals: Fact[]
  groups: { head: string; facts: Fact[] }[]
}

export interface IssueBlock {
  kind: 'issue'
  title: string
  /** where its code leads */
  url: string
  picture: { jpeg: Uint8Array; width: number; height: number } | null
  facts: Fact[]
  description: string
  comments: { head: string; lines: string[] }
}

export type ReportItem = Cover | IssueBlock
export interface ReportInput {
  title: string
  /** of each page, with `{number}` */
  foot: string
}

const CODE = 66
export const PICTURE = { width: 240, height: 170 }

/** A name and a value beside it. */
function writeFact(pen: Pen, [name, value]: Fact, width = pen.width) {
  const { y } = pen.pdf
  pen.write(name, { x: MARGIN, y, width: 110, size: 9, color: colors.faint })
  const below = pen.pdf.y
  pen.write(value, { x: MARGIN + 115, y, width: width - 115, size: 9 })
  pen.pdf.x = MARGIN
  pen.pdf.y = Math.max(below, pen.pdf.y)
}

function writeCover(pen: Pen, { project, title, about, filter, statistics, ...cover }: Cover) {
  pen.pdf.addPage()
  pen.pdf.outline.addItem(statistics)
  pen.gap(60).write(project, { size: 26, is_bold: true }).gap(6)
  pen.write(title, { size: 16, color: colors.faint }).gap(24)
  for (const line of about) pen.write(line).gap(2)
  pen.gap(12).write(filter, { size: 12, is_bold: true }).gap(2)
  for (const line of cover.conditions) pen.write(line)
  pen.gap(14).write(statistics, { size: 12, is_bold: true }).gap(4)
  for (const fact of cover.totals) writeFact(pen, fact)
  for (const { head, facts } of cover.groups) {
    pen.gap(10).write(head, { size: 12, is_bold: true }).gap(4)
    for (const fact of facts) writeFact(pen, fact)
  }
}

function writeIssue(pen: Pen, { title, url, picture, facts, description, comments }: IssueBlock) {
  if (pen.left < PICTURE.height + 60) pen.pdf.addPage()
  else if (pen.pdf.y > MARGIN) pen.rule()
  pen.pdf.outline.addItem(title)
  const top = pen.pdf.y
  pen.code(url, MARGIN + pen.width - CODE, top - 4, CODE)
  pen.pdf.link(MARGIN + pen.width - CODE, top - 4, CODE, CODE, url)
  pen.write(title, { x: MARGIN, y: top, size: 13, is_bold: true, width: pen.width - CODE - 12 }).gap(4)
  const beside = Math.max(pen.pdf.y, top + CODE)
  let bottom = beside
  if (picture) {
    const scale = Math.min(PICTURE.width / picture.width, PICTURE.height / picture.height)
    const width = picture.width * scale
    pen.pdf.image(Buffer.from(picture.jpeg), MARGIN + pen.width - width, beside, { width })
    bottom = beside + picture.height * scale
  }
  const room = pen.width - (picture ? PICTURE.width + 12 : CODE + 12)
  for (const fact of facts) writeFact(pen, fact, room)
  pen.pdf.y = Math.max(pen.pdf.y, bottom) + 6
  if (description) pen.write(description, { x: MARGIN }).gap(4)
  if (comments.lines.length > 0) pen.write(comments.head, { x: MARGIN, size: 9, is_bold: true }).gap(1)
  for (const line of comments.lines) pen.write(line, { x: MARGIN, size: 9 }).gap(2)
  pen.gap(8)
}

export async function* work(
  { title, foot }: ReportInput,
  items: AsyncIterable<ReportItem>,
): AsyncGenerator<Uint8Array> {
  const pen = new Pen(title, (page) => foot.replaceAll('{number}', String(page)))
  let has_issues = false
  for await (const item of items) {
    if (item.kind === 'cover') writeCover(pen, item)
    else {
      if (!has_issues) pen.pdf.addPage()
      has_issues = true
      writeIssue(pen, item)
    }
    yield* pen.written()
  }
  yield* pen.end()
}
