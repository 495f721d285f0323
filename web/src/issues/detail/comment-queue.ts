import { randomId } from '../../base/random-id.ts'

/**
 * Outbox of comments. Each has a client-generated id, is shown immediately and is retried under that id, so that the server
 * can deduplicate it. Failed comments stay until sent or discarded, also on other screens and after a reload.
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
  /** the server's reason for rejecting it; empty if the server was unreachable */
  problem: string
}

interface CommentQueueOptions {
  /** may throw: pending comments then do not survive a reload */
  storage: () => Storage
  send: (comment: PendingComment) => Promise<void>
  /** called after sending: refreshes the timeline */
  sent: (comment: PendingComment) => Promise<void>
  refusalOf: (error: unknown) => string | { offline: true }
}

/** storage key prefix; one key per comment, so that several tabs of a person do not overwrite each other */
const storageKeyPrefix = (userId: string) => `plumbline.comment.${userId}.`

export class CommentQueue {
  readonly #options: CommentQueueOptions
  readonly #listeners = new Set<() => void>()
  readonly #restored = new Set<string>()
  #pending: readonly PendingComment[] = []

  constructor(options: CommentQueueOptions) {
    this.#options = options
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  read = () => this.#pending

  /** Stores a comment until the server has accepted it, or removes it from storage. */
  #store(comment: PendingComment, open: boolean) {
    const key = storageKeyPrefix(comment.user_id) + comment.id
    try {
      if (open) this.#options.storage().setItem(key, JSON.stringify(comment))
      else this.#options.storage().removeItem(key)
    } catch {
      // storage is full or disabled: the comment still exists in memory
    }
  }

  #setComments(next: readonly PendingComment[]) {
    this.#pending = next
    for (const listener of this.#listeners) listener()
  }

  #update({ id }: PendingComment, values: Partial<PendingComment>) {
    this.#setComments(this.#pending.map((each) => (each.id === id ? { ...each, ...values } : each)))
  }

  async #send(comment: PendingComment) {
    this.#update(comment, { state: 'SENDING', problem: '' })
    try {
      await this.#options.send(comment)
    } catch (error) {
      const refusal = this.#options.refusalOf(error)
      return this.#update(comment, { state: 'FAILED', problem: typeof refusal === 'string' ? refusal : '' })
    }
    this.#store(comment, false)
    this.#update(comment, { state: 'SENT' })
    await this.#options.sent(comment).catch(() => undefined)
    // the refreshed timeline contains the comment
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
    this.#store(added, true)
    this.#setComments([...this.#pending, added])
    void this.#send(added)
  }

  retry = (id: string): void => {
    const comment = this.#pending.find((each) => each.id === id)
    if (comment?.state === 'FAILED') void this.#send(comment)
  }

  /** Retries comments that failed for lack of network; rejected ones need their author. */
  retryOffline = (): void => {
    for (const { id, problem } of this.#pending) if (problem === '') this.retry(id)
  }

  discard = (id: string): void => {
    const discarded = this.#pending.find((each) => each.id === id)
    if (!discarded) return
    this.#store(discarded, false)
    this.#setComments(this.#pending.filter((each) => each !== discarded))
  }

  /** Loads the comments that this person's previous page left unsent, once per page; sending twice is harmless. */
  restore = (userId: string): void => {
    if (this.#restored.has(userId)) return
    this.#restored.add(userId)
    const known = new Set(this.#pending.map(({ id }) => id))
    const unsent = this.#readStored(userId).filter(({ id }) => !known.has(id))
    if (unsent.length === 0) return
    this.#setComments([...unsent, ...this.#pending])
    this.retryOffline()
  }

  #readStored(userId: string): PendingComment[] {
    try {
      const storage = this.#options.storage()
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
      return keys
        .filter((key) => key.startsWith(storageKeyPrefix(userId)))
        .map((key) => JSON.parse(storage.getItem(key) ?? '') as PendingComment)
        .map((comment): PendingComment => ({ ...comment, state: 'FAILED', problem: '' }))
        .sort((a, b) => a.created_at.localeCompare(b.created_at))
    } catch {
      // storage is disabled or contains foreign data
      return []
    }
  }
}
