import fsp from 'node:fs/promises'
import path from 'node:path'

/** docs/performance.md: a page of sections, each made by one benchmark. */
const PAGE = path.join(import.meta.dirname, '../../docs/performance.md')

/** Replaces the section with this heading, or adds it at the end. */
export async function writeSection(heading: string, intro: string, tables: string): Promise<void> {
  const [first = '', ...sections] = (await fsp.readFile(PAGE, 'utf8')).split(/^(?=## )/m)
  const section = `## ${heading}\n\n${intro}\n\n${tables}\n`
  const at = sections.findIndex((each) => each.startsWith(`## ${heading}\n`))
  if (at >= 0) sections[at] = section
  else sections.push(section)
  await fsp.writeFile(
    PAGE,
    [first, ...sections]
      .map((part) => part.trimEnd())
      .join('\n\n')
      .concat('\n'),
  )
}

/** Replaces what stands above the first section. */
export async function writeFirstPart(text: string): Promise<void> {
  const [, ...sections] = (await fsp.readFile(PAGE, 'utf8')).split(/^(?=## )/m)
  await fsp.writeFile(
    PAGE,
    [text, ...sections]
      .map((part) => part.trimEnd())
      .join('\n\n')
      .concat('\n'),
  )
}
