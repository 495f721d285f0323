/** A STEP file as editable statements, for generators that change an existing model. */

export interface EditableStatement {
  id: number
  kind: string
  args: string[]
}

/** Splits the arguments of a statement at its own level. */
function splitArguments(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let isText = false
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === "'") isText = !isText
    if (isText) continue
    if (char === '(') depth++
    else if (char === ')') depth--
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(start, at).trim())
      start = at + 1
    }
  }
  parts.push(text.slice(start).trim())
  return parts
}

/** Entity numbers in an argument. */
export const listReferences = (text: string): number[] =>
  [...text.replaceAll(/'(?:[^']|'')*'/g, '').matchAll(/#(\d+)/g)].map(([, id]) => Number(id))

export class StepText {
  readonly header: string
  readonly statements = new Map<number, EditableStatement>()
  #last = 0

  constructor(text: string) {
    const start = text.search(/\bDATA\s*;/)
    this.header = text.slice(0, start)
    const body = text.slice(text.indexOf(';', start) + 1)
    const pattern = /#(\d+)\s*=\s*([A-Za-z0-9_]+)\s*\(((?:[^';]|'(?:[^']|'')*')*)\)\s*;/g
    for (const [, id, kind = '', args = ''] of body.matchAll(pattern)) {
      this.statements.set(Number(id), {
        id: Number(id),
        kind: kind.toUpperCase(),
        args: splitArguments(args),
      })
      this.#last = Math.max(this.#last, Number(id))
    }
  }

  add(kind: string, args: string[]): EditableStatement {
    const statement = { id: ++this.#last, kind, args }
    this.statements.set(statement.id, statement)
    return statement
  }

  /** The statement that an argument refers to. */
  follow(argument: string | undefined): EditableStatement | undefined {
    return argument?.startsWith('#') ? this.statements.get(Number(argument.slice(1))) : undefined
  }

  *ofKind(...kinds: string[]): Generator<EditableStatement> {
    for (const statement of this.statements.values()) if (kinds.includes(statement.kind)) yield statement
  }

  /** Removes an element from the lists of relations, and relations with an empty list. */
  removeFromRelations(id: number): void {
    const own = new RegExp(`#${id}(?!\\d)`)
    for (const statement of this.statements.values()) {
      if (!statement.kind.startsWith('IFCREL')) continue
      for (const [at, argument] of statement.args.entries()) {
        if (!own.test(argument)) continue
        const rest = listReferences(argument).filter((other) => other !== id)
        if (argument.startsWith('(') && rest.length > 0)
          statement.args[at] = `(${rest.map((other) => `#${other}`).join()})`
        else this.statements.delete(statement.id)
      }
    }
  }

  /** Adds an element to every relation list that contains another element. */
  addToRelations(id: number, like: number, kinds: string[]): void {
    const own = new RegExp(`#${like}(?!\\d)`)
    for (const statement of this.ofKind(...kinds))
      for (const [at, argument] of statement.args.entries())
        if (argument.startsWith('(') && own.test(argument))
          statement.args[at] = `${argument.slice(0, -1)},#${id})`
  }

  /** The file's text; `order` gives the statements in another order, with new numbers. */
  format(order?: EditableStatement[]): string {
    const all = order ?? [...this.statements.values()]
    const numbers = new Map(all.map(({ id }, at) => [id, order ? at + 1 : id]))
    const renumber = (argument: string) =>
      order
        ? argument.replaceAll(/'(?:[^']|'')*'|#(\d+)/g, (whole, id?: string) =>
            id === undefined ? whole : `#${numbers.get(Number(id)) ?? 999_999_999}`,
          )
        : argument
    const lines = all.map(
      ({ id, kind, args }) => `#${numbers.get(id)}=${kind}(${args.map(renumber).join()});`,
    )
    return `${this.header}DATA;\n${lines.join('\n')}\nENDSEC;\nEND-ISO-10303-21;\n`
  }
}
