import { sql } from 'kysely'
import type { TestApp } from '../app.ts'
import { makeOwner } from '../make.ts'
import { ThreadClient } from './client.ts'
import type { ThreadReply } from './client-thread.ts'
import { fillLongIssues, fillManyIssues, type Sizes } from './largest.ts'
import { longestPiece } from './pieces.ts'

/** Calls every expensive endpoint at its largest size and measures the longest block of the event loop. */

type Owner = Awaited<ReturnType<typeof makeOwner>>

interface Call {
  name: string
  /** runs on the project with many issues or on the one with long texts */
  of: 'wide' | 'long'
  method: 'GET' | 'POST' | 'DELETE'
  /** may refer to the beginning of the reply before */
  url: string | ((before: string) => string)
  body?: Buffer | undefined
  type?: string
}

export interface MeasuredCall {
  name: string
  ms: number
  got: ThreadReply
}

/** Ids that the calls refer to. */
interface Things {
  wide: string
  long: string
  team: string
  /** a level of the project with many issues */
  level: string
  issues: string[]
  sizes: Sizes
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const get =
  (of: Call['of']) =>
  (name: string, url: string): Call => ({ name, of, method: 'GET', url })
const post =
  (of: Call['of']) =>
  (name: string, url: Call['url'], body?: Buffer, type = 'application/json'): Call => ({
    ...{ name, of, method: 'POST', url, body, type },
  })

function lists({ wide, long, team }: Things): Call[] {
  const at = get('wide')
  const issues = `/api/project/${wide}/issue`
  const numbers = Array.from({ length: 1500 }, (_, index) => index * 7).join()
  return [
    at('first read', `${issues}?limit=100`),
    ...['name', '-due_date', 'updated_at', 'assignee'].map((sort) =>
      at(`sorted by ${sort}`, `${issues}?limit=100&sort=${sort}`),
    ),
    at('words', `${issues}?q=crack`),
    at('signs', `${issues}?q=crack, axis`),
    at('filter', `${issues}?status=OPEN&due=overdue&label=Fire`),
    at('numbers', `${issues}?number=${numbers}`),
    at('statistics', `${issues}/stat`),
    at('board by level', `${issues}/board?group=level`),
    at('board by assignee', `${issues}/board?group=assignee`),
    at('labels', `${issues}/label`),
    at('pins', `${issues}/pin`),
    at('log', `${issues}/log`),
    at('log, checked', `${issues}/log/check`),
    at('members', `/api/v2/project/${wide}/member`),
    at('people known', '/api/v2/project/member/connected'),
    at('members of the company', `/api/team/${team}/member`),
    at('levels', `/api/project/${wide}/level`),
    at('sections', `/api/project/${wide}/section`),
    at('my data', '/api/me/export'),
    at('my issues', '/api/issue/mine?kind=TO_DO&limit=100'),
    at('search everywhere', '/api/search?q=crack'),
    at('changes', `/api/project/${wide}/changes?limit=250`),
    get('long')('changes of long ones', `/api/project/${long}/changes?limit=250`),
    at('notifications', '/api/notification?limit=100'),
    at('audit log', `/api/team/${team}/audit/export?format=csv`),
  ]
}

function files({ wide, long }: Things): Call[] {
  const [ofWide, ofLong] = [get('wide'), get('long')]
  return [
    ...['json', 'svg', 'png', 'pdf', 'zip'].map((format) =>
      ofWide(`sheets as ${format}`, `/api/project/${wide}/qr-code-generator?format=${format}`),
    ),
    ...['csv', 'xlsx'].flatMap((format) => [
      ofWide(`issues as ${format}`, `/api/project/${wide}/issue/export?format=${format}`),
      ofLong(`long issues as ${format}`, `/api/project/${long}/issue/export?format=${format}`),
    ]),
    ofLong('report', `/api/project/${long}/issue/export?format=pdf&number=1-1000`),
    ofWide('archive', `/api/project/${wide}/bcf/export?version=3.0&number=1-20000`),
    ofLong('archive of long issues', `/api/project/${long}/bcf/export?version=3.0`),
    ofWide('topics', `/bcf/3.0/projects/${wide}/topics`),
    ofWide('topics and rights', `/bcf/3.0/projects/${wide}/topics?includeAuthorization=true`),
    ofWide(
      'topics of a long filter',
      `/bcf/3.0/projects/${wide}/topics?$filter=${encodeURIComponent(
        Array.from({ length: 90 }, (_, index) => `stage ne '${index}'`).join(' and '),
      )}`,
    ),
    ofLong('long topics', `/bcf/3.0/projects/${long}/topics`),
    ofWide('extensions', `/bcf/3.0/projects/${wide}/extensions`),
    ofWide('OpenAPI', '/api/openapi.json'),
    ofWide('documentation', '/api/docs'),
  ]
}

/** The address that undoes the bulk change of the reply before. */
const undoOf = (project: string) => (before: string) =>
  `/api/project/${project}/issue/bulk/${/"bulk_id":"([^"]+)"/.exec(before)?.[1]}/undo`

function changes({ wide, long, level, issues }: Things): Call[] {
  const at = post('wide')
  const bulk = (id: string) => `/api/project/${id}/issue/bulk`
  const all = 'number=1-10000'
  const comment = 'x'.repeat(9000)
  return [
    at(
      'change of many, tried',
      bulk(wide),
      json({ filter: all, change: { priority: 'HIGH' }, preview: true }),
    ),
    at(
      'change of many',
      bulk(wide),
      json({ filter: all, change: { priority: 'HIGH', add_labels: ['New'], comment } }),
    ),
    get('wide')('list after it', `/api/project/${wide}/issue?limit=100`),
    post('long')('change of long ones', bulk(long), json({ filter: all, change: { priority: 'LOW' } })),
    post('long')('undo of long ones', undoOf(long)),
    at('change of named ones', bulk(wide), json({ ids: issues, change: { stage: 'Shell' } })),
    at('undo of named ones', undoOf(wide)),
    at('deletion of many', bulk(wide), json({ filter: all, change: { deleted: true } })),
    at('undo of the deletion', undoOf(wide)),
    get('wide')('changes after it', `/api/project/${wide}/changes?limit=250`),
    at('one level for many', bulk(wide), json({ filter: all, change: { level_id: level } })),
    {
      name: 'deletion of the level',
      of: 'wide',
      method: 'DELETE',
      url: `/api/project/${wide}/level/${level}`,
    },
  ]
}

const guid = (n: number) => n.toString(36).padStart(22, '0')
const view = {
  perspective_camera: {
    ...{ camera_view_point: { x: 0, y: 0, z: 0 }, camera_direction: { x: 0, y: 1, z: 0 } },
    ...{ camera_up_vector: { x: 0, y: 0, z: 1 }, field_of_view: 60, aspect_ratio: 1 },
  },
}

function views({ wide, issues, sizes }: Things): Call[] {
  const at = post('wide')
  const extras = { models: [], storey: null, is_plan: false, coloring: null }
  const selection = Array.from({ length: sizes.issues }, (_, n) => ({ ifc_guid: guid(n) }))
  const visibility = { default_visibility: true }
  const save = (name: string, more: object) =>
    at(name, `/api/project/${wide}/view`, json({ name, is_shared: true, extras, view: { ...view, ...more } }))
  const colouring = Array.from({ length: Math.min(1000, sizes.issues / 10) }, () => ({
    color: 'ff0000',
    components: selection.slice(0, 200),
  }))
  const line = (n: number) => ({ start_point: { x: n, y: 1.5, z: 2 }, end_point: { x: 1, y: 2, z: n } })
  const whole = { ...view, components: { selection, visibility: { ...visibility, exceptions: selection } } }
  const topic = `/bcf/3.0/projects/${wide}/topics/${issues[0]}`
  return [
    save('view of many elements', { components: { selection, visibility } }),
    save('view of many colours', { components: { coloring: colouring, visibility } }),
    save('view of many lines', { lines: Array.from({ length: sizes.issues * 0.6 }, (_, n) => line(n)) }),
    save('view of wrong elements', {
      components: { selection: selection.map(() => ({ ifc_guid: 'x' })), visibility },
    }),
    at('viewpoint of many elements', `/api/project/${wide}/issue/${issues[0]}/viewpoint`, json(whole)),
    get('wide')('issue with it', `/api/project/${wide}/issue/${issues[0]}`),
    at('viewpoint by BCF', `${topic}/viewpoints`, json({ ...whole, components: { selection, visibility } })),
    get('wide')('viewpoints by BCF', `${topic}/viewpoints`),
  ]
}

/** Request bodies of maximum size that are the most expensive to parse. */
function bodies({ wide, sizes }: Things): Call[] {
  const length = sizes.issues * 100
  const filled = (text: string) => text.repeat(Math.floor(length / text.length) - 4)
  const texts: Record<string, string> = {
    'body of lists in lists': `${'['.repeat(length / 2)}${']'.repeat(length / 2)}`.slice(0, length),
    'body of numbers': `[${filled('1,')}1]`,
    'body of objects': `[${filled('{},')}{}]`,
    'body of a text': `{"name":"${filled('x')}`.slice(0, length - 20).concat('"}'),
    'body of names': `{${Array.from({ length: length / 16 }, (_, n) => `"k${n}":1`).join()}}`,
    'body that breaks off': `[${filled('1,')}`,
  }
  return Object.entries(texts).map(([name, text]) =>
    post('wide')(name, `/api/project/${wide}/view`, Buffer.from(text)),
  )
}

function sheets({ wide, sizes }: Things): Call[] {
  const rows = Math.min(9999, sizes.issues)
  const form = (bytes: Buffer) =>
    Buffer.concat([
      Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'),
      bytes,
      Buffer.from('\r\n--b--\r\n'),
    ])
  const send = (name: string, query: string, text: string) =>
    post('wide')(
      name,
      `/api/project/${wide}/issue/import${query}`,
      form(Buffer.from(text)),
      'multipart/form-data; boundary=b',
    )
  const row = (n: number) => `Row ${n},"${'word "" x '.repeat(200)}"\r\n`
  const table = `name,description\r\n${Array.from({ length: rows }, (_, n) => row(n)).join('')}`
  const large = rows * 1200
  return [
    send('sheet, tried', '?preview=true', table),
    send('sheet', '', table),
    send('sheet of empty rows', '?preview=true', `name\r\n${'\r\n'.repeat(large)}`),
    send('sheet of quotes', '?preview=true', `name\r\n"${'""'.repeat(large)}"`),
  ]
}

async function fill(app: TestApp, sizes: Sizes) {
  const [wide, long] = [await makeOwner(app), await makeOwner(app)]
  const { db } = app.server
  await fillManyIssues(db, wide.project.id, wide.team.id, sizes)
  await fillLongIssues(db, long.project.id, long.team.id, sizes)
  const { rows } = await sql<{ id: string }>`
    select id from issues where project_id = ${wide.project.id} order by number limit 10000`.execute(db)
  const level = await db
    .selectFrom('levels')
    .select('id')
    .where('project_id', '=', wide.project.id)
    .executeTakeFirstOrThrow()
  const ids = { wide: wide.project.id, long: long.project.id, team: wide.team.id, level: level.id }
  return { owners: { wide, long }, things: { ...ids, issues: rows.map(({ id }) => id), sizes } }
}

const headersOf = ({ client }: Owner, { body, type }: Call) => ({
  cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '',
  ...(body && type ? { 'content-type': type } : {}),
})

/** Runs all calls against a listening server and yields each result. */
export async function* driveLargest(
  app: TestApp,
  origin: string,
  sizes: Sizes,
): AsyncGenerator<MeasuredCall> {
  const { owners, things } = await fill(app, sizes)
  const client = new ThreadClient()
  let before = ''
  try {
    for (const calls of [lists, files, views, bodies, sheets, changes])
      for (const call of calls(things)) {
        const { name, method, body = null } = call
        const url = typeof call.url === 'string' ? call.url : call.url(before)
        const headers = headersOf(owners[call.of], call)
        const { result, ms } = await longestPiece(() => client.ask({ origin, method, url, headers, body }))
        before = result.head
        yield { name, ms, got: result }
      }
  } finally {
    await client.close()
  }
}
