import { toSafeFileName } from '@plumbline/contract/file-names'

/** Archives are unpacked into folders, whose paths are limited on Windows. */
const LONGEST_FILE_NAME = 120

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
    const safe = toSafeFileName(wanted, LONGEST_FILE_NAME)
    const dot = safe.lastIndexOf('.')
    const [stem, ending] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, '']
    let name = safe
    for (let again = 2; this.taken.has(name.toLowerCase()); again++) name = `${stem} ${again}${ending}`
    this.taken.add(name.toLowerCase())
    return name
  }
}
