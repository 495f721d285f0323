import { randomId } from '../../base/random-id.ts'

/**
 * Comments on their way: shown at once under the id they will have, sent again under the same id, so that none is there
 * twice. What failed stays until it is sent or discarded, also while another issue is open, and after a reload.
 */
export interface PendingComment {
  id: string
  user_id: string
  project_id: string
  issue_id: string
  text: string
  attachment_ids: string[]
  created_at: string
  state: 'SENDING' | 'FAILED' | 'SENT'
  /** why it failed: the server's words, or none when the server could not be reached */
  problem: string
}

interface Options {
  /** may throw: then nothing is kept over a reload */
  storage: () => Storage
  send: (comment: PendingComment) => Promise<void>
  /** the timeline gets it */
  sent: (comment: PendingComment) => Promise<void>
  refusalOf: (error: unknown) => string | { offline: true }
}

/** one for each comment: several tabs of a person keep theirs side by side */
const keysOf = (userId: string) => `plumbline.comment.${userId}.`

export class CommentQueue {
  readonly #options: Options
  readonly #listeners = new Set<() => void>()
  readonly #restored = new Set<string>()
  #pending: readonly PendingComment[] = []

  constructor(options: Options) {
    this.#options = options
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  read = () => this.#pending

  /** Kept for the next page of its author until the server has it. */
  #keep(comment: PendingComment, open: boolean) {
    const key = keysOf(comment.user_id) + comment.id
    try {
      if (open) this.#options.storage().setItem(key, JSON.stringify(comment))
      else this.#options.storage().removeItem(key)
    } catch {
      // full or switched off: the comment is still here
    }
  }

  #change(next: readonly PendingComment[]) {
    this.#pending = next
    for (const listener of this.#listeners) listener()
  }

  #patch({ id }: PendingComment, values: Partial<PendingComment>) {
    this.#change(this.#pending.map((each) => (each.id === id ? { ...each, ...values } : each)))
  }

  async #send(comment: PendingComment) {
    this.#patch(comment, { state: 'SENDING', problem: '' })
    try {
      await this.#options.send(comment)
    } catch (error) {
      const refusal = this.#options.refusalOf(error)
      return this.#patch(comment, { state: 'FAILED', problem: typeof refusal === 'string' ? refusal : '' })
    }
    this.#keep(comment, false)
    this.#patch(comment, { state: 'SENT' })
    await this.#options.sent(comment).catch(() => undefined)
    // by now the timeline has it
    this.discard(comment.id)
  }

  add = (
    comment: Pick<PendingComment, 'user_id' | 'project_id' | 'issue_id' | 'text' | 'attachment_ids'>,
  ): void => {
    const added: PendingComment = {
      ...comment,
      id: randomId(),
      created_at: new Date().toISOString(),
      state: 'SENDING',
      problem: '',
    }
    this.#keep(added, true)
    this.#change([...this.#pending, added])
    void this.#send(added)
  }

  retry = (id: string): void => {
    const comment = this.#pending.find((each) => each.id === id)
    if (comment?.state === 'FAILED') void this.#send(comment)
  }

  /** Sends what the network kept back; what the server refused is for its author to deal with. */
  retryOffline = (): void => {
    for (const { id, problem } of this.#pending) if (problem === '') this.retry(id)
  }

  discard = (id: string): void => {
    const gone = this.#pending.find((each) => each.id === id)
    if (!gone) return
    this.#keep(gone, false)
    this.#change(this.#pending.filter((each) => each !== gone))
  }

  /** Takes up what this person's last page left, once; sending it again is harmless. */
  restore = (userId: string): void => {
    if (this.#restored.has(userId)) return
    this.#restored.add(userId)
    const known = new Set(this.#pending.map(({ id }) => id))
    const back = this.#kept(userId).filter(({ id }) => !known.has(id))
    if (back.length === 0) return
    this.#change([...back, ...this.#pending])
    this.retryOffline()
  }

  #kept(userId: string): PendingComment[] {
    try {
      const storage = this.#options.storage()
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
      return keys
        .filter((key) => key.startsWith(keysOf(userId)))
        .map((key) => JSON.parse(storage.getItem(key) ?? '') as PendingComment)
        .map((comment): PendingComment => ({ ...comment, state: 'FAILED', problem: '' }))
        .sort((a, b) => a.created_at.localeCompare(b.created_at))
    } catch {
      // storage is switched off, or what is there is not ours
      return []
    }
  }
}
