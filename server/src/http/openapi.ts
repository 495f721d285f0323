import { type ApiEntry, apiEntries } from '@plumbline/contract/api'
import { getTokenReach } from '@plumbline/contract/auth/tokens'
import { type ErrorCode, errors } from '@plumbline/contract/errors'
import {
  type Bytes,
  type EndpointSpec,
  isBlockedWhenUnpaid,
  isSchema,
  listParamNames,
} from '@plumbline/contract/http'
import { reasons } from '@plumbline/contract/reasons'
import * as z from 'zod/mini'
import { TimeSlices } from '../loop/time-slices.ts'

/** Builds the OpenAPI 3.1 document from the contract's endpoints. */

type JsonObject = Record<string, unknown>

const buildJsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonObject => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject
  return rest
}

const formatPath = (path: string) => path.replace(/:(\w+)/g, '{$1}')

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes a write safe to retry: for 7 days the same key and request return the first response again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function buildParameters(endpoint: EndpointSpec): JsonObject[] {
  const shape = endpoint.params ? (buildJsonSchema(endpoint.params, 'input').properties as JsonObject) : {}
  const inPath = listParamNames(endpoint.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: shape[name] ?? { type: 'string', format: 'uuid' },
  }))
  const query = endpoint.query ? buildJsonSchema(endpoint.query, 'input') : {}
  const required = (query.required as string[] | undefined) ?? []
  const inQuery = Object.entries((query.properties as JsonObject | undefined) ?? {}).map(
    ([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    }),
  )
  return [...inPath, ...inQuery, ...(endpoint.method === 'GET' ? [] : [idempotencyKey])]
}

/** True if an archived project refuses this call. */
const isRefusedWhenArchived = ({ access, method, archived }: EndpointSpec) =>
  access.startsWith('project:') && access !== 'project:ADMIN' && method !== 'GET' && archived !== 'allowed'

/** All refusals that a call can return: its own, and those of its access check and input validation. */
export function listRefusals(endpoint: EndpointSpec): ErrorCode[] {
  const codes: ErrorCode[] = [...(endpoint.refuses ?? []), 'too_many_requests', 'unavailable']
  if (endpoint.access !== 'public') codes.push('unauthenticated', 'insufficient_scope')
  if (endpoint.access !== 'public' && endpoint.method !== 'GET') codes.push('bad_xsrf_token')
  if (/^(project|team):/.test(endpoint.access)) codes.push('not_found', 'forbidden')
  if (endpoint.access === 'operator') codes.push('not_found')
  if (endpoint.query) codes.push('bad_request')
  // for parameters that match nothing or cannot be decoded
  if (endpoint.path.includes(':')) codes.push('not_found', 'bad_request')
  if (endpoint.method !== 'GET')
    codes.push('bad_request', 'too_large', 'unsupported_type', 'idempotency_key_reused')
  if (isRefusedWhenArchived(endpoint)) codes.push('archived')
  if (isBlockedWhenUnpaid(endpoint)) codes.push('payment_required')
  return [...new Set(codes)]
}

function buildResponses(endpoint: EndpointSpec): JsonObject {
  const byStatus = Map.groupBy(listRefusals(endpoint), (code) => errors[code].status)
  const refused = [...byStatus].map(([status, codes]) => [
    status,
    {
      description: codes.map((code) => `\`${code}\`: ${errors[code].message}`).join('; '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ])
  return { ...buildSuccess(endpoint), ...Object.fromEntries(refused) }
}

function buildSuccess(endpoint: EndpointSpec): JsonObject {
  const { reply } = endpoint
  if (reply === null) return { [endpoint.status ?? 204]: { description: 'Done' } }
  const file = ({ bytes }: Bytes) => ({ [bytes]: { schema: { type: 'string', format: 'binary' } } })
  const content = isSchema(reply)
    ? {
        'application/json': { schema: buildJsonSchema(reply, 'output') },
        ...(endpoint.also ? file(endpoint.also) : {}),
      }
    : file(reply)
  const nothing = endpoint.null_is_204 && { 204: { description: 'Nothing to report' } }
  return { [endpoint.status ?? 200]: { description: 'Done', content }, ...nothing }
}

/** The request body: JSON, a form, or one file. */
function buildRequestBody({ body, upload, form, example }: EndpointSpec): JsonObject | undefined {
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
    schema: buildJsonSchema(body, 'input'),
    ...(example?.body ? { example: example.body } : {}),
  }
  return {
    required: true,
    content: { [form ? 'application/x-www-form-urlencoded' : 'application/json']: json },
  }
}

/** Security schemes: session cookie, and bearer token if tokens reach the call. */
function buildSecurity(endpoint: EndpointSpec): JsonObject[] {
  if (endpoint.access === 'public') return []
  return getTokenReach(endpoint) === 'never' ? [{ session: [] }] : [{ session: [] }, { bearer: [] }]
}

function buildOperation({ domain, name, endpoint }: ApiEntry): JsonObject {
  const body = buildRequestBody(endpoint)
  return {
    operationId: name,
    tags: [domain],
    summary: endpoint.summary,
    'x-access': endpoint.access,
    ...(endpoint.tells ? { 'x-tells': endpoint.tells } : {}),
    ...(endpoint.access === 'public' ? {} : { 'x-tokens': getTokenReach(endpoint) }),
    security: buildSecurity(endpoint),
    parameters: buildParameters(endpoint),
    ...(body ? { requestBody: body } : {}),
    responses: buildResponses(endpoint),
  }
}

const description = `Sign in with POST /api/auth/login: the session is an HttpOnly cookie. Every non-GET call by cookie repeats
the XSRF-TOKEN cookie in the X-XSRF-TOKEN header. X-Plumbline-Team-ID chooses the company that new projects belong to.
\`x-access\` is the required access. Programs send an API token as \`Authorization: Bearer plb_…\` and need neither cookie nor
XSRF token; \`x-tokens\` is the token reach of a call: \`narrowed\` includes tokens of one project, \`whole\` only tokens without a project, \`never\` none. Model files are uploaded to /api/upload by tus 1.0 (see createVariant). Changes are published on the
WebSocket /ws/updates as frames {id, type, project_id, data}; ?after=<id> resumes.`

export async function buildOpenApi(publicUrl: string): Promise<JsonObject> {
  const paths: Record<string, JsonObject> = {}
  const slices = new TimeSlices()
  for (const entry of apiEntries) {
    if (slices.isOver) await slices.yieldToLoop()
    const path = formatPath(entry.endpoint.path)
    paths[path] ??= {}
    paths[path][entry.endpoint.method.toLowerCase()] = buildOperation(entry)
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
        Reason: {
          type: 'object',
          description: 'Why a call is refused: the code of a text, and the values of its placeholders',
          required: ['code'],
          properties: {
            code: { type: 'string', enum: Object.keys(reasons) },
            values: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
          },
        },
        Error: {
          type: 'object',
          required: ['error', 'message', 'request_id'],
          properties: {
            error: { type: 'string', enum: Object.keys(errors) },
            message: { type: 'string' },
            reason: { $ref: '#/components/schemas/Reason' },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
            field_reasons: {
              type: 'object',
              additionalProperties: { $ref: '#/components/schemas/Reason' },
            },
            request_id: { type: 'string' },
          },
        },
      },
    },
    paths,
  }
}
