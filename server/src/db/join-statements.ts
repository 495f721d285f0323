import type { Scoping } from './scoped-query.ts'

/**
 * Sends statements of a transaction together that do not need each other's results: a round trip costs as much as several
 * statements, and locks are held during it. PostgreSQL executes them in order; after a failed statement all later ones fail,
 * including a COMMIT, which then rolls back.
 */

/** Marks the last statement of a transaction when its result is not needed before the commit: it is sent with the COMMIT. */
export const WITH_COMMIT = '/* with commit */'
/** Marks a statement whose result is not needed before the next one: both are sent together; the result is `HeldRows`. */
export const WITH_NEXT = '/* with next */'

type Query = [text: unknown, values?: unknown, callback?: unknown, scoping?: Scoping | undefined]
export type Send = (...query: Query) => unknown

/** Placeholder for the rows of a statement that is sent later. */
export class HeldRows<Row> {
  readonly rows: Promise<Row[]>
  constructor(rows: Promise<Row[]>) {
    this.rows = rows
    // the statement sent with it fails as well; a caller awaiting the rows gets the error too
    rows.catch(() => {})
  }
}

/** A statement that is to be sent with the next, and who waits for its answer. */
interface Held {
  query: Query
  answer?: PromiseWithResolvers<unknown>
}

const NOTHING = { command: '', rowCount: null, rows: [] }

const startsWith = (text: unknown, mark: string) => typeof text === 'string' && text.startsWith(mark)

/** The result of the last statement, or the error of the first failed one, which caused later errors. */
async function awaitLast(answers: Promise<unknown>[]): Promise<unknown> {
  try {
    const all = await Promise.all(answers)
    return all.at(-1)
  } catch {
    const all = await Promise.allSettled(answers)
    throw all.find((each) => each.status === 'rejected')?.reason
  }
}

/** `sendTogether` sends statements in one piece and returns their answers. */
export function joinStatements(send: Send, sendTogether: (queries: Query[]) => Promise<unknown>[]): Send {
  /** BEGIN, statements that wait for the next, and a last statement before its COMMIT */
  let held: Held[] = []
  let isInTransaction = false
  /** the error of statements of the transaction that were sent without a next one */
  let failure: Promise<unknown> | null = null

  const sendAll = (all: Held[]): Promise<unknown> => {
    const answers = sendTogether(all.map(({ query }) => query))
    for (const [index, { answer }] of all.entries())
      if (answer) answers[index]?.then(answer.resolve, answer.reject)
    return awaitLast(answers)
  }
  /** The answer to a statement, or the error that failed its transaction before: PostgreSQL then answers COMMIT without one. */
  const explain = async (answer: Promise<unknown>, before: Promise<unknown>) => {
    const [settled] = await Promise.allSettled([answer])
    const error = await before
    if (error) throw error
    if (settled.status === 'rejected') throw settled.reason
    return settled.value
  }
  /** Sends held statements when the transaction continues without another statement. */
  const flush = () => {
    if (!held.some(({ answer }) => answer) || startsWith(held.at(-1)?.query[0], WITH_COMMIT)) return
    const all = held
    held = []
    const sent = sendAll(all)
    failure = (failure ? explain(sent, failure) : sent).then(
      () => null,
      (error: unknown) => error,
    )
  }
  const hold = (query: Query) => {
    const answer = Promise.withResolvers<unknown>()
    held.push({ query, answer })
    // after the microtasks in which the next statement is sent, if there is one
    process.nextTick(flush)
    const rows = answer.promise.then((result) => (result as { rows: unknown[] }).rows)
    return Promise.resolve({ ...NOTHING, rows: [new HeldRows(rows)] })
  }
  /** Statements that a failed transaction leaves unsent. */
  const drop = (all: Held[]) => {
    for (const { answer } of all) answer?.reject(new Error('The transaction has ended'))
  }

  return (...query) => {
    const [text] = query
    if (startsWith(text, WITH_NEXT) && isInTransaction) return hold(query)
    if (text === 'begin' || startsWith(text, WITH_COMMIT)) {
      isInTransaction = true
      held.push({ query })
      return Promise.resolve(NOTHING)
    }
    const before = failure
    if (text === 'commit' || text === 'rollback') {
      isInTransaction = false
      failure = null
    }
    const all = held
    held = []
    const isUnsent = all[0]?.query[0] === 'begin'
    if (text === 'rollback') {
      drop(all)
      return isUnsent ? Promise.resolve(NOTHING) : send(...query)
    }
    if (text === 'commit' && isUnsent && all.length === 1) return Promise.resolve(NOTHING)
    if (all.length === 0 && !before) return send(...query)
    const answer = sendAll([...all, { query }])
    return before ? explain(answer, before) : answer
  }
}
