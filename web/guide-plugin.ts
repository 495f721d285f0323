import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { lexer, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import type { GuideBlock, GuideChapter, GuideSpan } from './src/help/guide.ts'

/** The user guide: docs/guide/<language>/<order>-<chapter>.md as `virtual:guide/<language>`, read by `marked` at build time. */

const folder = path.join(import.meta.dirname, '../docs/guide')
const PREFIX = 'virtual:guide/'

/** "Several people at once" → "several-people-at-once"; letters of every language stay. */
const slug = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

function refuse(token: Token): never {
  throw new Error(`The guide has no ${token.type}: ${token.raw}`)
}

/** Text, bold, keys in backticks and links; anything else is refused. */
function readSpans(tokens: Token[] = []): GuideSpan[] {
  return tokens.flatMap((token): GuideSpan[] => {
    if (token.type === 'text') return token.tokens ? readSpans(token.tokens) : [decode(token.text)]
    if (token.type === 'escape') return [token.text]
    if (token.type === 'strong') return [{ kind: 'strong', text: decode(token.text) }]
    if (token.type === 'codespan') return [{ kind: 'keys', text: decode(token.text) }]
    if (token.type === 'link') return [{ kind: 'link', text: decode(token.text), href: token.href }]
    return refuse(token)
  })
}

const characters: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}
/** `marked` answers some texts as HTML. */
const decode = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (found) => characters[found] ?? found)

/** Width and height of a PNG, from its first chunk (PNG specification, 11.2.2). */
function sizeOf(file: string): { width: number; height: number } {
  const bytes = readFileSync(file)
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function readBlock(token: Token, dir: string): GuideBlock {
  if (token.type === 'list') {
    const { ordered, items } = token as Tokens.List
    return {
      kind: ordered ? 'steps' : 'list',
      items: items.map((item) =>
        readSpans(item.tokens.flatMap((part) => ('tokens' in part ? part.tokens : []) ?? [])),
      ),
    }
  }
  if (token.type !== 'paragraph') return refuse(token)
  const [first, ...rest] = (token as Tokens.Paragraph).tokens
  if (first?.type === 'image' && rest.length === 0) {
    const src = path.resolve(dir, first.href)
    return { kind: 'picture', src, alt: decode(first.text), ...sizeOf(src) }
  }
  return { kind: 'paragraph', spans: readSpans(token.tokens) }
}

/** Reads a chapter: its title, its introduction and its sections. */
function readChapter(file: string): GuideChapter {
  const chapter: GuideChapter = {
    id: path.basename(file, '.md').replace(/^\d+-/, ''),
    title: '',
    intro: [],
    sections: [],
  }
  for (const token of lexer(readFileSync(file, 'utf8'))) {
    if (token.type === 'space') continue
    if (token.type === 'heading' && token.depth === 1) chapter.title = decode(token.text)
    else if (token.type === 'heading' && token.depth === 2) {
      const title = decode(token.text)
      chapter.sections.push({ id: slug(title), title, blocks: [] })
    } else (chapter.sections.at(-1)?.blocks ?? chapter.intro).push(readBlock(token, path.dirname(file)))
  }
  return chapter
}

export const guideLanguages = () =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'pictures')
    .map(({ name }) => name)

const filesOf = (language: string) =>
  readdirSync(path.join(folder, language))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => path.join(folder, language, name))

/** All chapters of a language in their order; pictures by their path on disk. */
export const readGuide = (language: string): GuideChapter[] => filesOf(language).map(readChapter)

export function guide(): Plugin {
  return {
    name: 'guide',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null
      const language = id.slice(PREFIX.length + 1)
      for (const file of filesOf(language)) this.addWatchFile(file)
      // each picture is an import, so that the build emits it once for all languages
      const pictures = new Map<string, string>()
      const code = JSON.stringify(readGuide(language), (key, value) => {
        if (key !== 'src') return value
        const name = pictures.get(value) ?? `picture${pictures.size}`
        pictures.set(value, name)
        return `__${name}__`
      }).replaceAll(/"__(picture\d+)__"/g, '$1')
      const imports = [...pictures].map(([file, name]) => `import ${name} from ${JSON.stringify(file)}`)
      return `${imports.join('\n')}\nexport default ${code}`
    },
  }
}
