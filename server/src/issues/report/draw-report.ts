import { colors, MARGIN, Pen } from '../../pdf/pen.ts'

export type ReportFact = [name: string, value: string]

export interface ReportCover {
  kind: 'cover'
  project: string
  title: string
  about: string[]
  /** headings of the filter and of the statistics */
  filter: string
  statistics: string
  conditions: string[]
  totals: ReportFact[]
  groups: { head: string; facts: ReportFact[] }[]
}

export interface IssueBlock {
  kind: 'issue'
  title: string
  /** the issue's address, printed as a QR code */
  url: string
  picture: { jpeg: Uint8Array; width: number; height: number } | null
  facts: ReportFact[]
  description: string
  comments: { head: string; lines: string[] }
}

export type ReportItem = ReportCover | IssueBlock
export interface ReportInput {
  title: string
  /** footer of each page; `{number}` is the page number */
  foot: string
}

const QR_SIZE = 66
export const PICTURE_BOX = { width: 240, height: 170 }

/** Draws a label with its value beside it. */
function drawFact(pen: Pen, [name, value]: ReportFact, width = pen.width) {
  const { y } = pen.pdf
  pen.write(name, { x: MARGIN, y, width: 110, size: 9, color: colors.faint })
  const below = pen.pdf.y
  pen.write(value, { x: MARGIN + 115, y, width: width - 115, size: 9 })
  pen.pdf.x = MARGIN
  pen.pdf.y = Math.max(below, pen.pdf.y)
}

function drawCover(pen: Pen, { project, title, about, filter, statistics, ...cover }: ReportCover) {
  pen.pdf.addPage()
  pen.pdf.outline.addItem(statistics)
  pen.gap(60).write(project, { size: 26, is_bold: true }).gap(6)
  pen.write(title, { size: 16, color: colors.faint }).gap(24)
  for (const line of about) pen.write(line).gap(2)
  pen.gap(12).write(filter, { size: 12, is_bold: true }).gap(2)
  for (const line of cover.conditions) pen.write(line)
  pen.gap(14).write(statistics, { size: 12, is_bold: true }).gap(4)
  for (const fact of cover.totals) drawFact(pen, fact)
  for (const { head, facts } of cover.groups) {
    pen.gap(10).write(head, { size: 12, is_bold: true }).gap(4)
    for (const fact of facts) drawFact(pen, fact)
  }
}

function drawIssue(pen: Pen, { title, url, picture, facts, description, comments }: IssueBlock) {
  if (pen.left < PICTURE_BOX.height + 60) pen.pdf.addPage()
  else if (pen.pdf.y > MARGIN) pen.rule()
  pen.pdf.outline.addItem(title)
  const top = pen.pdf.y
  pen.code(url, MARGIN + pen.width - QR_SIZE, top - 4, QR_SIZE)
  pen.pdf.link(MARGIN + pen.width - QR_SIZE, top - 4, QR_SIZE, QR_SIZE, url)
  pen.write(title, { x: MARGIN, y: top, size: 13, is_bold: true, width: pen.width - QR_SIZE - 12 }).gap(4)
  const beside = Math.max(pen.pdf.y, top + QR_SIZE)
  let bottom = beside
  if (picture) {
    const scale = Math.min(PICTURE_BOX.width / picture.width, PICTURE_BOX.height / picture.height)
    const width = picture.width * scale
    pen.pdf.image(Buffer.from(picture.jpeg), MARGIN + pen.width - width, beside, { width })
    bottom = beside + picture.height * scale
  }
  const room = pen.width - (picture ? PICTURE_BOX.width + 12 : QR_SIZE + 12)
  for (const fact of facts) drawFact(pen, fact, room)
  pen.pdf.y = Math.max(pen.pdf.y, bottom) + 6
  if (description) pen.write(description, { x: MARGIN }).gap(4)
  if (comments.lines.length > 0) pen.write(comments.head, { x: MARGIN, size: 9, is_bold: true }).gap(1)
  for (const line of comments.lines) pen.write(line, { x: MARGIN, size: 9 }).gap(2)
  pen.gap(8)
}

/** Worker thread entry: draws the report and yields the PDF in chunks. */
export async function* work(
  { title, foot }: ReportInput,
  items: AsyncIterable<ReportItem>,
): AsyncGenerator<Uint8Array> {
  const pen = new Pen(title, (page) => foot.replaceAll('{number}', String(page)))
  let hasIssues = false
  for await (const item of items) {
    if (item.kind === 'cover') drawCover(pen, item)
    else {
      if (!hasIssues) pen.pdf.addPage()
      hasIssues = true
      drawIssue(pen, item)
    }
    yield* pen.written()
  }
  yield* pen.end()
}
