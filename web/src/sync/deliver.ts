import { addChatFile, sendMessage } from '@plumbline/contract/chat/chat'
import type { CallOf, EndpointSpec } from '@plumbline/contract/http'
import { addAttachment, setMarkup } from '@plumbline/contract/issues/attachments'
import {
  createIssue,
  getIssue,
  type Issue,
  setViewpointMarkup,
  updateIssue,
  watchIssue,
} from '@plumbline/contract/issues/issues'
import { addComment } from '@plumbline/contract/issues/timeline'
import { acknowledgeAll, acknowledgeNotification } from '@plumbline/contract/notifications/notifications'
import { ApiError, type CallOptions, call, isUnreachable } from '../api/client.ts'
import type { Operation, OperationKind } from '../api/outbox/operation.ts'
import type { Delivery, DeliveryTools } from '../api/outbox/outbox.ts'
import { markStale } from '../api/query.ts'
import { checkReach } from '../api/reach.ts'
import { PIECE_BYTES, sendInPieces } from '../api/send-in-pieces.ts'
import { uploadFile } from '../api/upload.ts'
import { readField } from '../base/nested-fields.ts'
import { randomId } from '../base/random-id.ts'
import { type IssueChanges, mergeChanges } from '../issues/detail/conflict.ts'
import { setSessionEnded } from './session-ended.ts'

/** Sends the operations of the outbox, each by the endpoint of its name. */

const endpoints = {
  createIssue,
  updateIssue,
  addAttachment,
  addComment,
  watchIssue,
  setMarkup,
  setViewpointMarkup,
  addChatFile,
  sendMessage,
  acknowledgeNotification,
  acknowledgeAll,
} satisfies Record<OperationKind, EndpointSpec>

const WRITE_TIMEOUT_MS = 60_000
const FILE_TIMEOUT_MS = 600_000
/** how long a sent operation stays visible while the reads that show it are refreshed */
const REFRESH_MS = 3000
/** attempts to write an edit that others keep overtaking */
const MAX_EDIT_ATTEMPTS = 20

const later = (everything: boolean): Delivery => ({ outcome: 'LATER', everything })
const refused = ({ code, message, fields }: ApiError): Delivery => {
  const names = Object.keys(fields)
  return { outcome: 'REFUSED', problem: { code, message, ...(names.length > 0 && { fields: names }) } }
}

/** A refusal without a code of this server's: of a captive portal or a proxy, which judges only how large a request is. */
const isForeign = ({ code, status }: ApiError) => code === 'internal' && status < 500 && status !== 413

/** The consequence of an error for the operation: only a refusal of the operation itself needs its author. */
export function classifyFailure(error: unknown): Delivery {
  if (!(error instanceof ApiError)) return later(true)
  if (error.status === 401) {
    setSessionEnded(true)
    return later(true)
  }
  if (isUnreachable(error) || isForeign(error)) {
    void checkReach()
    return later(true)
  }
  // the session was renewed in another tab while this was on its way
  if (error.status === 429 || error.code === 'bad_xsrf_token') return later(true)
  return error.status >= 500 || error.code === 'timed_out' ? later(false) : refused(error)
}

const buildOptions = (key: string): CallOptions => ({ key, redirects: false, answerMs: WRITE_TIMEOUT_MS })

const listChanges = ({ body }: Operation): IssueChanges => {
  const { comment: _, ...changes } = body ?? {}
  return changes as IssueChanges
}

/** Repeats a request whose answer was lost; null if it was refused as stale, so that it has to be merged again. */
async function repeatUnanswered({ params, unanswered }: Operation): Promise<unknown> {
  if (!unanswered) return null
  const { key, body, if_match } = unanswered
  const input = { params, body } as unknown as CallOf<typeof updateIssue>
  try {
    return await call(updateIssue, input, { ...buildOptions(key), ifMatch: if_match })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'stale') return null
    throw error
  }
}

/** Merges an edit with others' changes, field by field, and sends the remaining ones. */
async function deliverEdit(operation: Operation, { remember }: DeliveryTools): Promise<Delivery> {
  const repeated = await repeatUnanswered(operation)
  if (repeated) return { outcome: 'SENT', reply: repeated }
  const params = operation.params as { id: string; issueId: string }
  const comment = operation.body?.comment as string | undefined
  for (let attempt = 0; attempt < MAX_EDIT_ATTEMPTS; attempt++) {
    const now = await call(getIssue, { params }, { redirects: false })
    const { changes, overlap } = mergeChanges(operation.base as IssueChanges, listChanges(operation), now)
    if (overlap.length > 0) {
      const theirs = Object.fromEntries(overlap.map((field) => [field, readField(now, field) ?? null]))
      return { outcome: 'CONFLICT', conflict: { fields: overlap, theirs } }
    }
    const body = comment === undefined ? changes : { ...changes, comment }
    if (Object.keys(body).length === 0) return { outcome: 'SENT' }
    const request = { key: randomId(), body, if_match: now.version }
    await remember(request)
    const reply = await repeatUnanswered({ ...operation, unanswered: request })
    if (reply) return { outcome: 'SENT', reply }
  }
  return later(false)
}

const findMarked = (issue: Issue, { kind, params }: Operation) =>
  kind === 'setMarkup'
    ? issue.attachments.find(({ id }) => id === params.attachmentId)
    : issue.viewpoints.find(({ guid }) => guid === params.viewpointId)

/** Writes a markup over the version it was drawn on; another person's markup is a conflict. */
async function deliverMarkup(operation: Operation): Promise<Delivery> {
  const { kind, params, id } = operation
  // decided: written over the version that the person has seen
  const body = { ...operation.body, version: operation.base?.version ?? operation.body?.version }
  const endpoint = endpoints[kind as 'setMarkup' | 'setViewpointMarkup']
  try {
    return { outcome: 'SENT', reply: await call(endpoint, { params, body } as never, buildOptions(id)) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'stale') throw error
    const issue = await call(
      getIssue,
      { params: params as { id: string; issueId: string } },
      { redirects: false },
    )
    const now = findMarked(issue, operation)
    const theirs = { shapes: now?.markup?.shapes ?? [], version: now?.version ?? 1 }
    if (JSON.stringify(theirs.shapes) === JSON.stringify(operation.body?.shapes)) return { outcome: 'SENT' }
    return { outcome: 'CONFLICT', conflict: { fields: ['shapes'], theirs } }
  }
}

/** ids of files whose pieces have all arrived: only the completing call is left */
const arrived = new Set<string>()

/**
 * Sends a large file in pieces, so that an interrupted upload continues where it stopped, and a small one with the call
 * itself.
 */
async function deliverFile(operation: Operation, { onProgress }: DeliveryTools): Promise<Delivery> {
  const { id, kind, params, query, file } = operation
  const endpoint = endpoints[kind as 'addAttachment' | 'addChatFile']
  const isLarge = file !== undefined && file.size > PIECE_BYTES
  if (isLarge && (arrived.has(id) || (await sendInPieces(file, id, onProgress)))) {
    arrived.add(id)
    const input = { params, query: { ...query, upload_id: id } } as never
    try {
      const reply = await call(endpoint as EndpointSpec, input, buildOptions(id))
      arrived.delete(id)
      return { outcome: 'SENT', reply }
    } catch (error) {
      if (!(error instanceof ApiError) || error.reason?.code !== 'file_upload_missing') throw error
      arrived.delete(id)
      return later(false)
    }
  }
  const options = { key: id, redirects: false, signal: AbortSignal.timeout(FILE_TIMEOUT_MS) }
  const reply = await uploadFile(endpoint, { params, query, file } as never, onProgress, options)
  return { outcome: 'SENT', reply }
}

async function deliverPlain(operation: Operation): Promise<Delivery> {
  const { id, kind, params, query, body } = operation
  const input = { params, query, body } as never
  try {
    return {
      outcome: 'SENT',
      reply: await call(endpoints[kind] as EndpointSpec, input, buildOptions(id)),
    }
  } catch (error) {
    // an earlier attempt created it under the id that this device chose
    const isCreated = kind === 'createIssue' && error instanceof ApiError && error.code === 'already_exists'
    if (!isCreated) throw error
    return { outcome: 'SENT' }
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Refreshes the reads that show it before it leaves the outbox, so that its row does not flicker. */
async function refreshReads({ kind, project_id }: Operation) {
  const refreshed = markStale((endpoints[kind] as EndpointSpec).tells ?? [], project_id).catch(
    () => undefined,
  )
  await Promise.race([refreshed, wait(REFRESH_MS)])
}

export async function deliverOperation(operation: Operation, tools: DeliveryTools): Promise<Delivery> {
  const { kind } = operation
  try {
    const delivery =
      kind === 'updateIssue'
        ? await deliverEdit(operation, tools)
        : kind === 'setMarkup' || kind === 'setViewpointMarkup'
          ? await deliverMarkup(operation)
          : operation.file
            ? await deliverFile(operation, tools)
            : await deliverPlain(operation)
    setSessionEnded(false)
    if (delivery.outcome === 'SENT') await refreshReads(operation)
    return delivery
  } catch (error) {
    return classifyFailure(error)
  }
}
