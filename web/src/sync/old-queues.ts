import { openDeviceStore } from '../api/open-device-store.ts'
import { normaliseFileName } from '../api/outbox/file-name.ts'
import type { NewOperation } from '../api/outbox/operation.ts'
import { getOutbox } from '../api/outbox/own-outbox.ts'

/** Takes over unsent data of earlier versions: chat messages, comments and files had separate queues. */

interface OldMessage {
  id: string
  user_id: string
  chat_id: string
  message: string
  files: { id: string; name: string; file: Blob }[]
}

interface OldUpload {
  id: string
  user_id: string
  project_id: string
  issue_id: string
  file: File
}

interface OldComment {
  id: string
  project_id: string
  issue_id: string
  text: string
  attachment_ids: string[]
}

const ofIssue = (project_id: string, issueId: string) => ({
  group: issueId,
  project_id,
  params: { id: project_id, issueId },
  label: '',
})

function convertMessage({ id, chat_id, message, files }: OldMessage): NewOperation[] {
  const common = { group: chat_id, project_id: null, params: { id: chat_id }, label: '' }
  const uploads = files.map((each) => ({
    ...common,
    kind: 'addChatFile' as const,
    id: each.id,
    query: { id: each.id, name: normaliseFileName(each.name) },
    file: each.file,
  }))
  const body = { id, message, file_ids: files.map((each) => each.id) }
  return [...uploads, { ...common, kind: 'sendMessage', id, body }]
}

const convertUpload = ({ id, project_id, issue_id, file }: OldUpload): NewOperation => ({
  ...ofIssue(project_id, issue_id),
  kind: 'addAttachment',
  id,
  query: { id, name: normaliseFileName(file.name) },
  file,
})

const convertComment = ({ id, project_id, issue_id, text, attachment_ids }: OldComment): NewOperation => ({
  ...ofIssue(project_id, issue_id),
  kind: 'addComment',
  id,
  body: { id, text, attachment_ids },
})

/** Moves the person's rows of an old database; each leaves it once the outbox has it, and the database after the last. */
async function moveRows<Row extends { id: string; user_id: string }>(
  database: string,
  userId: string,
  convert: (row: Row) => NewOperation[],
) {
  const store = openDeviceStore<Row>(database)
  for (const row of await store.all()) {
    if (row.user_id !== userId) continue
    await getOutbox(userId).add(convert(row))
    await store.remove(row.id)
  }
  if ((await store.all()).length === 0) indexedDB.deleteDatabase(database)
}

async function moveComments(userId: string) {
  const prefix = `plumbline.comment.${userId}.`
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith(prefix))) {
    const comment = JSON.parse(localStorage.getItem(key) ?? '') as OldComment
    await getOutbox(userId).add([convertComment(comment)])
    localStorage.removeItem(key)
  }
}

/** Does nothing without such data. */
export async function moveOldQueues(userId: string): Promise<void> {
  const known = (await indexedDB.databases?.())?.map(({ name }) => name) ?? []
  if (known.includes('plumbline.uploads'))
    await moveRows<OldUpload>('plumbline.uploads', userId, (row) => [convertUpload(row)])
  await moveComments(userId)
  if (known.includes('plumbline.chat')) await moveRows('plumbline.chat', userId, convertMessage)
}
