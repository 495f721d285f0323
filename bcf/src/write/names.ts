/** File names that are valid on all operating systems. */

const LONGEST_FILE_NAME = 120
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const UNSAFE = /[\x00-\x1f\x7f<>:"/\\|?*\ufffd]/g

/** Names of devices, with which Windows creates no file whatever their ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=$|[. ])/i

export function toSafeFileName(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(UNSAFE, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
    .replace(DEVICE, '_$1')
  const dot = plain.lastIndexOf('.')
  const ending = dot > 0 && plain.length - dot <= 12 ? plain.slice(dot) : ''
  const stem = plain.slice(0, plain.length - ending.length).slice(0, LONGEST_FILE_NAME - ending.length)
  return `${stem.toWellFormed()}${ending}` || 'file'
}

/** Assigns unique file names to the entries in a topic's folder. */
export class TopicFiles {
  readonly files: { name: string; entry: string }[] = []
  private readonly taken = new Set(['markup.bcf'])
  private readonly named = new Map<string, string>()

  /** Keeps names for no file at all. */
  block(names: readonly string[]): void {
    for (const name of names) this.taken.add(name)
  }

  /** The file name of an entry; an entry that was added before keeps its name. */
  add(entry: string, wanted: string): string {
    const known = this.named.get(entry)
    if (known !== undefined) return known
    const name = this.reserve(wanted)
    this.named.set(entry, name)
    this.files.push({ name, entry })
    return name
  }

  reserve(wanted: string): string {
    const safe = toSafeFileName(wanted)
    const dot = safe.lastIndexOf('.')
    const [stem, ending] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, '']
    let name = safe
    for (let again = 2; this.taken.has(name.toLowerCase()); again++) name = `${stem} ${again}${ending}`
    this.taken.add(name.toLowerCase())
    return name
  }
}
