import type { Operation } from '../api/outbox/operation.ts'
import { saveFile } from '../base/save-file.ts'
import type { SyncText } from './text.ts'

/** Writes the waiting operations as one HTML file, with photos and files inside. */

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] as string)

function readAsDataUrl(file: Blob): Promise<string> {
  const reader = new FileReader()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  reader.onload = () => resolve(String(reader.result))
  reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'))
  reader.readAsDataURL(file)
  return promise
}

async function renderFile({ file, query }: Operation, text: SyncText): Promise<string> {
  if (!file) return ''
  const name = escapeHtml(query?.name ?? '')
  const url = await readAsDataUrl(file).catch(() => null)
  // a file that the device has lost does not stop the export of the rest
  if (url === null) return `<p>${name}: ${escapeHtml(text.unreadable)}</p>`
  const picture = file.type.startsWith('image/') ? `<br><img src="${escapeHtml(url)}" alt="">` : ''
  return `<p><a download="${name}" href="${escapeHtml(url)}">${name}</a>${picture}</p>`
}

async function renderOperation(operation: Operation, text: SyncText): Promise<string> {
  const { kind, label, created_at, problem, body, params } = operation
  const data = JSON.stringify({ ...params, ...body }, null, 2)
  const why = problem ? `<p><strong>${escapeHtml(problem.message)}</strong></p>` : ''
  return `<section><h2>${escapeHtml(`${text.kinds[kind]} ${label}`)}</h2><p>${escapeHtml(created_at)}</p>${why}${await renderFile(operation, text)}<pre>${escapeHtml(data)}</pre></section>`
}

/** The page in pieces: the files of a day on site exceed the maximum length of a string. */
export async function renderOperations(operations: readonly Operation[], text: SyncText): Promise<Blob> {
  const title = escapeHtml(text.exported)
  const head = `<!doctype html><meta charset="utf-8"><title>${title}</title><style>body{font:16px sans-serif;max-width:60rem;margin:2rem auto}img{max-width:100%}pre{white-space:pre-wrap}</style><h1>${title}</h1>`
  const pieces = [new Blob([head])]
  for (const operation of operations) pieces.push(new Blob([await renderOperation(operation, text)]))
  return new Blob(pieces, { type: 'text/html' })
}

export async function exportOperations(operations: readonly Operation[], text: SyncText): Promise<void> {
  const page = await renderOperations(operations, text)
  const day = new Date().toISOString().slice(0, 10)
  saveFile(page, `plumbline-${day}.html`)
}
