import { type ApiEntry, api } from '@plumbline/contract/api'
import { getTokenReach } from '@plumbline/contract/auth/tokens'
import { type ErrorCode, errors } from '@plumbline/contract/errors'
import { type Bytes, type EndpointSpec, isSchema, paramNames, stopsUnpaid } from '@plumbline/contract/http'
import * as z from 'zod/mini'
import { Slices } from '../loop/slices.ts'

/** OpenAPI 3.1 of the contract. Shapes, limits, errors and access come from the endpoints themselves. */

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

const openApiPath = (path: string) => path.replace(/:(\w+)/g, '{$1}')

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes a write safe to repeat: with the same key and request it answers as the first time, for 7 days.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function parameters(endpoint: EndpointSpec): Json[] {
  const shape = endpoint.params ? (schemaOf(endpoint.params, 'input').properties as Json) : {}
  const inPath = paramNames(endpoint.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: shape[name] ?? { type: 'string', format: 'uuid' },
  }))
  const query = endpoint.query ? schemaOf(endpoint.query, 'input') : {}
  const required = (query.required as string[] | undefined) ?? []
  const inQuery = Object.entries((query.properties as Json | undefined) ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
  return [...inPath, ...inQuery, ...(endpoint.method === 'GET' ? [] : [idempotencyKey])]
}

/** Whether an archived project refuses this call. */
const isArchivable = ({ access, method, archived }: EndpointSpec) =>
  access.startsWith('project:') && access !== 'project:ADMIN' && method !== 'GET' && archived !== 'allowed'

/** Every refusal that a call can answer: its own, those of its access and those of its input. */
export function refusalsOf(endpoint: EndpointSpec): ErrorCode[] {
  const codes: ErrorCode[] = [...(endpoint.refuses ?? []), 'too_many_requests', 'unavailable']
  if (endpoint.access !== 'public') codes.push('unauthenticated', 'insufficient_scope')
  if (endpoint.access !== 'public' && endpoint.method !== 'GET') codes.push('bad_xsrf_token')
  if (/^(project|team):/.test(endpoint.access)) codes.push('not_found', 'forbidden')
  if (endpoint.query) codes.push('bad_request')
  // of a path that names nothing, and of one that cannot be decoded
  if (endpoint.path.includes(':')) codes.push('not_found', 'bad_request')
  if (endpoint.method !== 'GET')
    codes.push('bad_request', 'too_large', 'unsupported_type', 'idempotency_key_reused')
  if (isArchivable(endpoint)) codes.push('archived')
  if (stopsUnpaid(endpoint)) codes.push('payment_required')
  return [...new Set(codes)]
}

function responses(endpoint: EndpointSpec): Json {
  const byStatus = Map.groupBy(refusalsOf(endpoint), (code) => errors[code].status)
  const refused = [...byStatus].map(([status, codes]) => [
    status,
    {
      description: codes.map((code) => `\`${code}\`: ${errors[code].message}`).join('; '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ])
  return { ...success(endpoint), ...Object.fromEntries(refused) }
}

function success(endpoint: EndpointSpec): Json {
  const { reply } = endpoint
  if (reply === null) return { [endpoint.status ?? 204]: { description: 'Done' } }
  const file = ({ bytes }: Bytes) => ({ [bytes]: { schema: { type: 'string', format: 'binary' } } })
  const content = isSchema(reply)
    ? {
        'application/json': { schema: schemaOf(reply, 'output') },
        ...(endpoint.also ? file(endpoint.also) : {}),
      }
    : file(reply)
  return { [endpoint.status ?? 200]: { description: 'Done', content } }
}

/** What a call is sent: JSON, a form, or one file. */
function requestBody({ body, upload, form, example }: EndpointSpec): Json | undefined {
  if (upload) {
    const file = { type: 'string', format: 'binary', description: `At most ${upload.max_bytes} bytes` }
    const schema = { type: 'object', required: ['file'], properties: { file } }
    const encoding = { file: { contentType: upload.accepts.join(', ') } }
    const form = { 'multipart/form-data': { schema, encoding } }
    const whole = { 'application/octet-stream': { schema: file } }
    return { required: true, content: upload.in_body ? { ...whole, ...form } : form }
  }
  if (!body) return undefined
  const json = {
    schema: schemaOf(body, 'input'),
    ...(example?.body ? { example: example.body } : {}),
  }
  return {
    required: true,
    content: { [form ? 'application/x-www-form-urlencoded' : 'application/json']: json },
  }
}

/** By the cookie of a session, or by a token where any reaches the call. */
function securityOf(endpoint: EndpointSpec): Json[] {
  if (endpoint.access === 'public') return []
  return getTokenReach(endpoint) === 'never' ? [{ session: [] }] : [{ session: [] }, { bearer: [] }]
}

function operation({ domain, name, endpoint }: ApiEntry): Json {
  const body = requestBody(endpoint)
  return {
    operationId: name,
    tags: [domain],
    summary: endpoint.summary,
    'x-access': endpoint.access,
    ...(endpoint.tells ? { 'x-tells': endpoint.tells } : {}),
    ...(endpoint.access === 'public' ? {} : { 'x-tokens': getTokenReach(endpoint) }),
    security: securityOf(endpoint),
    parameters: parameters(endpoint),
    ...(body ? { requestBody: body } : {}),
    responses: responses(endpoint),
  }
}

const description = `Sign in with POST /api/auth/login: the session is an HttpOnly cookie. Every non-GET call by cookie repeats
the XSRF-TOKEN cookie in the X-XSRF-TOKEN header. X-Plumbline-Team-ID chooses the company that new projects belong to.
\`x-access\` says who may call. Programs send an API token as \`Authorization: Bearer plb_…\` and need neither cookie nor
pair; \`x-tokens\` says which tokens reach a call: \`narrowed\` those of one project as well, \`whole\` all others, \`never\` none. Model files are sent to /api/upload by tus 1.0 (see createVariant). Changes are told on the
WebSocket /ws/updates as frames {id, type, project_id, data}; ?after=<id> resumes.`

export async function describeApi(publicUrl: string): Promise<Json> {
  const paths: Record<string, Json> = {}
  const slices = new Slices()
  for (const entry of api) {
    if (slices.isOver) await slices.rest()
    const path = openApiPath(entry.endpoint.path)
    paths[path] ??= {}
    paths[path][entry.endpoint.method.toLowerCase()] = operation(entry)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Plumbline', version: '0.1.0', description },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'plumbline_session' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['error', 'message', 'request_id'],
          properties: {
            error: { type: 'string', enum: Object.keys(errors) },
            message: { type: 'string' },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
            request_id: { type: 'string' },
          },
        },
      },
    },
    paths,
  }
}
