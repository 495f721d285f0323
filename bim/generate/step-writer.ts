/** Number of a statement as a reference: #12 */
export type Ref = string

const PIECE = 1 << 16

/** Writes statements of a STEP file; finished text can be taken at any time. */
export class StepWriter {
  #id = 0
  #text = ''
  #shared = new Map<string, Ref>()

  /** Writes a statement such as `IFCWALL(…)` and returns its number. */
  add(statement: string): Ref {
    const ref = `#${++this.#id}`
    this.#text += `${ref}=${statement};\n`
    return ref
  }

  /**
   * Like `add`, but reuses an identical statement written by `share` before. For directions, profiles, units.
   */
  share(statement: string): Ref {
    const known = this.#shared.get(statement)
    if (known) return known
    const ref = this.add(statement)
    this.#shared.set(statement, ref)
    return ref
  }

  raw(line: string): void {
    this.#text += `${line}\n`
  }

  /** Takes the text written so far if there is enough of it; '' otherwise. */
  take(all = false): string {
    if (!all && this.#text.length < PIECE) return ''
    const text = this.#text
    this.#text = ''
    return text
  }

  get statements(): number {
    return this.#id
  }
}

/** Formats a real in STEP syntax, which requires a decimal point. */
export function formatReal(value: number): string {
  const text = String(Math.round(value * 1e6) / 1e6 + 0)
  return text.includes('.') || text.includes('e') ? text.replace('e', 'E') : `${text}.`
}

/** Formats a string in STEP syntax; non-ASCII characters as \X2\…\X0\. */
export function formatText(value: string): string {
  const plain = value.replaceAll('\\', '\\\\').replaceAll("'", "''")
  const safe = plain.replaceAll(/[^ -~]+/g, (run) => {
    let codes = ''
    for (let at = 0; at < run.length; at++)
      codes += run.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')
    return `\\X2\\${codes}\\X0\\`
  })
  return `'${safe}'`
}

export function formatList(refs: readonly string[]): string {
  return `(${refs.join(',')})`
}
