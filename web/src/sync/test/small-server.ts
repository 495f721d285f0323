import type { Issue } from '@plumbline/contract/issues/issues'

/**
 * A server of one project in memory, with the rules for repeated and concurrent writes: ids chosen by the client,
 * Idempotency-Key, If-Match, and allowed status transitions.
 */

type Fields = Pick<Issue, 'name' | 'status' | 'priority' | 'labels' | 'watcher_ids'>

export interface StoredIssue extends Fields {
  id: string
  number: number
  version: number
  comments: { id: string; text: string }[]
}

/** One value written to one field. */
export interface FieldWrite {
  issue_id: string
  field: string
  from: unknown
  to: unknown
}

interface StoredAnswer {
  status: number
  body: unknown
}

const nextStatuses: Record<string, readonly string[]> = {
  OPEN: ['IN_PROGRESS', 'RESOLVED', 'VOID'],
  IN_PROGRESS: ['OPEN', 'RESOLVED', 'VOID'],
  RESOLVED: ['REOPENED', 'CLOSED'],
  REOPENED: ['IN_PROGRESS', 'RESOLVED', 'VOID'],
  CLOSED: ['REOPENED'],
  VOID: ['REOPENED'],
}

const refuse = (status: number, error: string): StoredAnswer => ({ status, body: { error, message: error } })

export class SmallServer {
  readonly issues = new Map<string, StoredIssue>()
  readonly writes: FieldWrite[] = []
  readonly #answers = new Map<string, { request: string; answer: StoredAnswer }>()

  /** Answers a request as the real server does; a refused write stores nothing. */
  handle(method: string, path: string, headers: Headers, text: string | undefined): StoredAnswer {
    const key = headers.get('idempotency-key')
    const request = `${method} ${path} ${text ?? ''}`
    const known = key ? this.#answers.get(key) : undefined
    if (known) return known.request === request ? known.answer : refuse(422, 'idempotency_key_reused')
    const answer = this.#dispatch(method, path, headers, text ? JSON.parse(text) : {})
    if (key && method !== 'GET' && answer.status < 400) this.#answers.set(key, { request, answer })
    return answer
  }

  #dispatch(method: string, path: string, headers: Headers, body: Record<string, unknown>): StoredAnswer {
    const [, , , , , issueId = '', part] = path.split('/')
    if (method === 'POST' && issueId === '') return this.#create(body)
    const issue = this.issues.get(issueId)
    if (!issue) return refuse(404, 'not_found')
    if (method === 'GET') return { status: 200, body: structuredClone(issue) }
    if (method === 'POST' && part === 'comment') return this.#comment(issue, body)
    const expected = headers.get('if-match')
    if (expected !== null && expected !== `"${issue.version}"`) return refuse(409, 'stale')
    return this.update(issue.id, body)
  }

  #create(body: Record<string, unknown>): StoredAnswer {
    const id = String(body.id)
    if (this.issues.has(id)) return refuse(409, 'already_exists')
    const created: StoredIssue = {
      id,
      number: this.issues.size + 1,
      version: 1,
      name: String(body.name),
      status: 'OPEN',
      priority: 'MEDIUM',
      labels: [],
      watcher_ids: [],
      comments: [],
    }
    this.issues.set(id, created)
    return { status: 201, body: structuredClone(created) }
  }

  #comment(issue: StoredIssue, body: Record<string, unknown>): StoredAnswer {
    const known = issue.comments.find(({ id }) => id === body.id)
    if (!known) issue.comments.push({ id: String(body.id), text: String(body.text) })
    return { status: 201, body: known ?? body }
  }

  update(id: string, { comment, ...changes }: Record<string, unknown>): StoredAnswer {
    const issue = this.issues.get(id)
    if (!issue) return refuse(404, 'not_found')
    const { status } = changes
    if (
      status !== undefined &&
      status !== issue.status &&
      !nextStatuses[issue.status]?.includes(String(status))
    )
      return refuse(409, 'wrong_state')
    for (const [field, to] of Object.entries(changes)) {
      const from = issue[field as keyof Fields]
      this.writes.push({ issue_id: id, field, from, to })
      Object.assign(issue, { [field]: structuredClone(to) })
    }
    if (comment !== undefined)
      issue.comments.push({ id: `with-${this.writes.length}`, text: String(comment) })
    issue.version++
    return { status: 200, body: structuredClone(issue) }
  }
}
