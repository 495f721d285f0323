import type { Issue } from '@plumbline/contract/issues/issues'
import { mergeFields, omitFields } from '../../base/nested-fields.ts'
import { getCurrentValues, type IssueChanges, type IssueField, mergeChanges } from './conflict.ts'

/** Reads and writes one issue; an interface, so that tests can replace the server. */
export interface IssueSource {
  /** the cached state */
  known: () => Issue
  fetch: () => Promise<Issue>
  /** rejects if the stored version is a different one */
  send: (changes: IssueChanges & { comment?: string }, version: number) => Promise<Issue>
  isStale: (error: unknown) => boolean
}

interface PendingEdit {
  base: IssueChanges
  mine: IssueChanges
  comment?: string
}

/** A pending conflict: the user has to choose between two values for some fields. */
export interface EditConflict {
  base: IssueChanges
  mine: IssueChanges
  theirs: Issue
  overlap: IssueField[]
}

export interface CompletedEdit {
  from: IssueChanges
  to: IssueChanges
}

/** Maximum retries after version conflicts; with many concurrent editors each attempt can lose. */
const MAX_ATTEMPTS = 60
const MAX_UNDO_STEPS = 50

/**
 * Queue of one person's changes to one issue, with optimistic updates: shown immediately, sent one at a time with the known
 * version, rebased when that version is stale. A conflict waits for the person's decision, also while the issue is not on
 * screen.
 */
export class IssueEditor {
  readonly #source: IssueSource
  readonly #listeners = new Set<() => void>()
  readonly #done: CompletedEdit[] = []
  #edits: readonly PendingEdit[] = []
  #conflict: EditConflict | null = null
  #decide: ((theirs: readonly IssueField[]) => void) | null = null
  #queue: Promise<unknown> = Promise.resolve()
  #shown: { changes: IssueChanges; conflict: EditConflict | null; saving: boolean } = {
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
  /** Snapshot for React: the optimistic changes and the conflict; a new object on every change. */
  read = () => this.#shown

  #changed() {
    const changes = mergeFields<IssueChanges>({}, ...this.#edits.map(({ mine }) => mine))
    this.#shown = { changes, conflict: this.#conflict, saving: this.#edits.length > 0 }
    for (const listener of this.#listeners) listener()
  }

  /** Queues a change; `base` holds the values when editing started. Rejects with the server's error. */
  save(
    mine: IssueChanges,
    options: { base?: IssueChanges; comment?: string; undoes?: true } = {},
  ): Promise<void> {
    const base = mergeFields(
      getCurrentValues(this.#source.known(), mine),
      this.#shown.changes,
      options.base ?? {},
    )
    const edit: PendingEdit = { base, mine, comment: options.comment }
    this.#edits = [...this.#edits, edit]
    this.#changed()
    const written = this.#queue.then(() => this.#write(edit))
    this.#queue = written.catch(() => undefined)
    return written
      .then((done) => {
        if (!done || options.undoes) return
        this.#done.push(done)
        if (this.#done.length > MAX_UNDO_STEPS) this.#done.shift()
      })
      .finally(() => {
        this.#edits = this.#edits.filter((each) => each !== edit)
        this.#changed()
      })
  }

  async #write({ base, mine, comment }: PendingEdit): Promise<CompletedEdit | null> {
    let now = this.#source.known()
    let from = base
    let wanted = mine
    for (let attempt = 1; ; attempt++) {
      const { changes, overlap } = mergeChanges(from, wanted, now)
      if (overlap.length > 0) {
        const theirs = await this.#ask({ base: from, mine: changes, theirs: now, overlap })
        wanted = omitFields(changes, theirs)
        from = getCurrentValues(now, wanted)
        now = this.#source.known()
        continue
      }
      if (Object.keys(changes).length === 0 && !comment) return null
      try {
        await this.#source.send(comment ? { ...changes, comment } : changes, now.version)
        return { from: getCurrentValues(now, changes), to: changes }
      } catch (error) {
        if (!this.#source.isStale(error) || attempt >= MAX_ATTEMPTS) throw error
        now = await this.#source.fetch()
      }
    }
  }

  #ask(conflict: EditConflict): Promise<readonly IssueField[]> {
    this.#conflict = conflict
    this.#changed()
    return new Promise((resolve) => {
      this.#decide = resolve
    })
  }

  /** Resolves the conflict: the fields in `theirs` keep their values, all others get mine. */
  resolveConflict(theirs: readonly IssueField[]) {
    this.#conflict = null
    this.#changed()
    this.#decide?.(theirs)
    this.#decide = null
  }

  /** The last change that can be undone, after the queue is empty. */
  async lastCompleted(): Promise<CompletedEdit | undefined> {
    await this.#queue
    return this.#done.at(-1)
  }

  /** Undoes the last change; fields that others have changed since raise a conflict. */
  async undo(): Promise<CompletedEdit | null> {
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
