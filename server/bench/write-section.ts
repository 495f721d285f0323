import fsp from 'node:fs/promises'
import path from 'node:path'

/** docs/performance.md: a page of sections, each made by one benchmark. */
const PAGE = path.join(import.meta.dirname, '../../docs/performance.md')

async function changePage(change: (first: string, sections: string[]) => string[]): Promise<void> {
  const [first = '', ...sections] = (await fsp.readFile(PAGE, 'utf8')).split(/^(?=## )/m)
  const parts = change(first, sections).map((part) => part.trimEnd())
  await fsp.writeFile(PAGE, `${parts.join('\n\n')}\n`)
}

/** Replaces the section with this heading, or adds it at the end. */
export const writeSection = (heading: string, intro: string, tables: string): Promise<void> =>
  changePage((first, sections) => {
    const section = `## ${heading}\n\n${intro}\n\n${tables}\n`
    const at = sections.findIndex((each) => each.startsWith(`## ${heading}\n`))
    return [first, ...(at >= 0 ? sections.with(at, section) : [...sections, section])]
  })

/** Replaces the text above the first section. */
export const writeFirstPart = (text: string): Promise<void> =>
  changePage((_first, sections) => [text, ...sections])
