import {
  applyBcfImport,
  type BcfImport,
  type BcfImportRow,
  exportBcf,
  getBcfImport,
  listBcfImportRows,
  startBcfImport,
} from '@plumbline/contract/bcf/bcf'
import { fillPath } from '@plumbline/contract/http'
import type { TestApp } from './app.ts'
import type { Client } from './client.ts'

/** Imports and exports BCF files the way the browser does. */

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export async function untilState(
  client: Client,
  { project_id, id }: { project_id: string; id: string },
  states: BcfImport['state'][],
): Promise<BcfImport> {
  for (;;) {
    const found = await client.call(getBcfImport, { params: { id: project_id, importId: id } })
    if (states.includes(found.state)) return found
    await pause(50)
  }
}

/** Uploads a file and waits for its preview or refusal. */
export async function previewFile(client: Client, project_id: string, bytes: Uint8Array): Promise<BcfImport> {
  const file = new Blob([new Uint8Array(bytes)])
  const begun = await client.call(startBcfImport, {
    ...{ params: { id: project_id }, query: { name: 'topics.bcf' } },
    file: file as never,
  })
  return untilState(client, { project_id, id: begun.id }, ['READY', 'FAILED'])
}

type Decision = Parameters<typeof Client.prototype.call<typeof applyBcfImport>>[1]['body']

export async function applyFile(
  client: Client,
  project_id: string,
  id: string,
  body: Decision = { known: 'MERGE' },
): Promise<BcfImport> {
  await client.call(applyBcfImport, { params: { id: project_id, importId: id }, body })
  return untilState(client, { project_id, id }, ['DONE', 'FAILED'])
}

/** Uploads a file and applies all of it. */
export async function importFile(
  client: Client,
  project_id: string,
  bytes: Uint8Array,
  body?: Decision,
): Promise<BcfImport> {
  const read = await previewFile(client, project_id, bytes)
  return read.state === 'READY' ? applyFile(client, project_id, read.id, body) : read
}

export async function listImportRows(
  client: Client,
  project_id: string,
  id: string,
): Promise<BcfImportRow[]> {
  const { rows } = await client.call(listBcfImportRows, {
    params: { id: project_id, importId: id },
    query: {},
  })
  return rows
}

export async function exportFile(
  app: TestApp,
  client: Client,
  project_id: string,
  version: '2.1' | '3.0',
  query: Record<string, string> = {},
): Promise<Buffer> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const url = `${fillPath(exportBcf.path, { id: project_id })}?${new URLSearchParams({ version, ...query })}`
  const response = await app.fastify.inject({ method: 'GET', url, headers: { cookie } })
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`)
  return response.rawPayload
}
