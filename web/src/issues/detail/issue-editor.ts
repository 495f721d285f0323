import type { Issue } from '@plumbline/contract/issues/issues'
import { before, type IssueChanges, type IssueField, merge, without } from './conflict.ts'

/** How an issue is read and written, so that the order of things can be told without a server. */
export interface IssueSource {
  /** as last heard of */
  known: () => Issue
  fetch: () => Promise<Issue>
  /** refuses what is not of this version */
  send: (changes: IssueChanges & { comment?: string }, version: number) => Promise<Issue>
  isStale: (error: unknown) => boolean
}

interface Edit {
  base: IssueChanges
  mine: IssueChanges
  comment?: string
}

/** Two values for one field, and somebody to choose. */
export interface Conflict {
  base: IssueChanges
  mine: IssueChanges
  theirs: Issue
  overlap: IssueField[]
}

export interface Done {
  from: IssueChanges
  to: IssueChanges
}

/** With many editors at once each change may meet others; who is always late gives up after this many. */
const MOST_ATTEMPTS = 60
const MOST_UNDONE = 50

/**
 * The changes one person makes to one issue: shown at once, written one after another against the version known, and
 * kept until they are written or given up. A conflict waits for its decision, also while the issue is not on screen.
 */
export class IssueEditor {
  readonly #source: IssueSource
  readonly #listeners = new Set<() => void>()
  readonly #done: Done[] = []
  #edits: readonly Edit[] = []
  #conflict: Conflict | null = null
  #decide: ((theirs: readonly IssueField[]) => void) | null = null
  #queue: Promise<unknown> = Promise.resolve()
  #shown: { changes: IssueChanges; conflict: Conflict | null; saving: boolean } = {
    changes: {},
    conflict: null,
    saving: false,
  }

  constructor(source: IssueSource) {
    this.#source = source
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  /** What is on its way, over the issue as it is known; a new object whenever it changes. */
  read = () => this.#shown

  #changed() {
    const changes = Object.assign({}, ...this.#edits.map(({ mine }) => mine)) as IssueChanges
    this.#shown = { changes, conflict: this.#conflict, saving: this.#edits.length > 0 }
    for (const listener of this.#listeners) listener()
  }

  /** Writes a change; `base` is what its fields were when it was begun. Rejects with the refusal. */
  save(
    mine: IssueChanges,
    options: { base?: IssueChanges; comment?: string; undoes?: true } = {},
  ): Promise<void> {
    const base = { ...before(this.#source.known(), mine), ...this.#shown.changes, ...options.base }
    const edit: Edit = { base, mine, comment: options.comment }
    this.#edits = [...this.#edits, edit]
    this.#changed()
    const written = this.#queue.then(() => this.#write(edit))
    this.#queue = written.catch(() => undefined)
    return written
      .then((done) => {
        if (!done || options.undoes) return
        this.#done.push(done)
        if (this.#done.length > MOST_UNDONE) this.#done.shift()
      })
      .finally(() => {
        this.#edits = this.#edits.filter((each) => each !== edit)
        this.#changed()
      })
  }

  async #write({ base, mine, comment }: Edit): Promise<Done | null> {
    let now = this.#source.known()
    let from = base
    let wanted = mine
    for (let attempt = 1; ; attempt++) {
      const { changes, overlap } = merge(from, wanted, now)
      if (overlap.length > 0) {
        const theirs = await this.#ask({ base: from, mine: changes, theirs: now, overlap })
        wanted = without(changes, theirs)
        from = before(now, wanted)
        now = this.#source.known()
        continue
      }
      if (Object.keys(changes).length === 0 && !comment) return null
      try {
        await this.#source.send(comment ? { ...changes, comment } : changes, now.version)
        return { from: before(now, changes), to: changes }
      } catch (error) {
        if (!this.#source.isStale(error) || attempt >= MOST_ATTEMPTS) throw error
        now = await this.#source.fetch()
      }
    }
  }

  #ask(conflict: Conflict): Promise<readonly IssueField[]> {
    this.#conflict = conflict
    this.#changed()
    return new Promise((resolve) => {
      this.#decide = resolve
    })
  }

  /** Settles the conflict: in these fields theirs is kept, in the others mine. */
  decide(theirs: readonly IssueField[]) {
    this.#conflict = null
    this.#changed()
    this.#decide?.(theirs)
    this.#decide = null
  }

  /** The last change that was not undone yet, once what is on its way is written. */
  async lastDone(): Promise<Done | undefined> {
    await this.#queue
    return this.#done.at(-1)
  }

  /** Takes the last change back; one that others changed since is a conflict like any other. */
  async undo(): Promise<Done | null> {
    const done = this.#done.pop()
    if (!done) return null
    try {
      await this.save(done.from, { base: done.to, undoes: true })
      return done
    } catch (error) {
      this.#done.push(done)
      throw error
    }
  }
}
