import { type ApiEntry, apiEntries } from '@plumbline/contract/api'
import { isSchema } from '@plumbline/contract/http'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { TimeSlices } from '../loop/time-slices.ts'
import { escapeHtml, pageStylesheet, renderPage } from './html.ts'
import { buildOpenApi, listRefusals } from './openapi.ts'
import { formatJsonInSlices } from './slice-validation.ts'

const formatJson = (value: unknown) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`

function renderSchema(title: string, schema: z.ZodMiniType | undefined, io: 'input' | 'output'): string {
  if (!schema) return ''
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<
    string,
    unknown
  >
  return `<p><strong>${title}</strong></p>${formatJson(shape)}`
}

const renderFile = ({ upload }: ApiEntry['endpoint']) =>
  upload
    ? `<p><strong>File</strong>: one file as <code>multipart/form-data</code> in the field <code>file</code>; ${upload.accepts.join(' or ')}, at most ${upload.max_bytes} bytes.</p>`
    : ''

function renderEndpoint({ name, endpoint }: ApiEntry): string {
  const { method, path, access, summary, query, body, reply, example } = endpoint
  return `<details id="${name}"><summary><span class="method">${method}</span><code>${escapeHtml(path)}</code><br><span class="muted">${escapeHtml(summary)}</span></summary>
<p>Access: <code>${access}</code>. Refusals: ${listRefusals(endpoint)
    .map((code) => `<code>${code}</code>`)
    .join(
      ' ',
    )}</p>${renderSchema('Query', query, 'input')}${renderSchema('Body', body, 'input')}${renderFile(endpoint)}${
    example?.body ? `<p><strong>Example</strong></p>${formatJson(example.body)}` : ''
  }${reply && isSchema(reply) ? renderSchema('Reply', reply, 'output') : ''}</details>`
}

async function renderDocsPage(): Promise<Buffer> {
  const domains = Map.groupBy(apiEntries, (entry) => entry.domain)
  const body: string[] = []
  const slices = new TimeSlices()
  for (const [domain, entries] of domains) {
    body.push(`<h2>${domain}</h2>`)
    for (const entry of entries) {
      body.push(renderEndpoint(entry))
      if (slices.isOver) await slices.yieldToLoop()
    }
  }
  const intro = `<h1>Plumbline API</h1><p class="muted">${apiEntries.length} endpoints. Also available as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<p>Sign in with <code>POST /api/auth/login</code>; every non-GET call by cookie repeats the <code>XSRF-TOKEN</code> cookie in the <code>X-XSRF-TOKEN</code> header. Programs send an API token, created in the profile, as <code>Authorization: Bearer plb_…</code>. Model files are uploaded to <code>/api/upload</code> by tus 1.0, with the metadata that <a href="#createVariant">createVariant</a> returns. Changes are published on the WebSocket <code>/ws/updates</code>.</p>`
  return Buffer.from(renderPage('Plumbline API', intro + body.join('')))
}

/** Serves /api/openapi.json and its HTML page /api/docs; both are rendered once. */
export function serveDocs(app: FastifyInstance, publicUrl: string) {
  let openApi: Promise<Buffer> | undefined
  let html: Promise<Buffer> | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    openApi ??= buildOpenApi(publicUrl).then(formatJsonInSlices).then(Buffer.concat)
    return reply.type('application/json; charset=utf-8').send(await openApi)
  })
  app.get('/api/docs', async (_request, reply) => {
    html ??= renderDocsPage()
    return reply.type('text/html; charset=utf-8').send(await html)
  })
  app.get(pageStylesheet.url, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(pageStylesheet.text),
  )
}
