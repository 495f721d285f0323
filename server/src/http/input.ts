import { isText } from '@plumbline/contract/characters'
import { Id } from '@plumbline/contract/fields'
import type { EndpointSpec } from '@plumbline/contract/http'
import { listParamNames } from '@plumbline/contract/http'
import { type Reason, type ReasonCode, reason } from '@plumbline/contract/reasons'
import * as z from 'zod/mini'
import { TimeSlices } from '../loop/time-slices.ts'
import { formatExplanation, type PlainText, Refusal, type RefusalFields } from './refusal.ts'
import { validateInSlices } from './slice-validation.ts'

const uuidParams = new Map<string, z.ZodMiniType>()

function paramsSchema(endpoint: EndpointSpec): z.ZodMiniType {
  if (endpoint.params) return endpoint.params
  const cached = uuidParams.get(endpoint.path)
  if (cached) return cached
  const schema = z.object(Object.fromEntries(listParamNames(endpoint.path).map((name) => [name, Id])))
  uuidParams.set(endpoint.path, schema)
  return schema
}

/** Why a schema refuses an input; its own checks may name a reason in `params`. */
function describeIssue(issue: z.core.$ZodIssue): Reason | PlainText {
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string'
        ? reason('too_short', { count: Number(issue.minimum) })
        : reason('below_minimum', { count: Number(issue.minimum) })
    case 'too_big':
      return issue.origin === 'string'
        ? reason('too_long', { count: Number(issue.maximum) })
        : reason('above_maximum', { count: Number(issue.maximum) })
    case 'invalid_value':
      return { text: `One of ${issue.values.map(String).join(', ')}` }
    case 'invalid_type':
      return issue.input === undefined ? reason('missing') : { text: `Not a valid ${issue.expected}` }
    case 'custom':
      return issue.params?.reason ? { code: issue.params.reason as ReasonCode } : { text: issue.message }
    default:
      return reason('not_valid')
  }
}

function refuseInput(issues: z.core.$ZodIssue[], endpoint: EndpointSpec): never {
  const fields: RefusalFields = {}
  for (const issue of issues.slice(0, 20)) fields[issue.path.join('.') || 'body'] ??= describeIssue(issue)
  const names = Object.keys(fields)
  if (names.length === 1 && names[0] === 'password' && endpoint.refuses?.includes('bad_password'))
    throw new Refusal('bad_password', { fields })
  const code = (['invalid_client_metadata', 'invalid_request'] as const).find((each) =>
    endpoint.refuses?.includes(each),
  )
  const [name, problem] = Object.entries(fields)[0] ?? ['body', reason('not_valid')]
  const text = `${name}: ${formatExplanation(problem)}`
  throw new Refusal(code ?? 'bad_request', { reason: { text }, fields })
}

async function parsePart(schema: z.ZodMiniType | undefined, value: unknown, endpoint: EndpointSpec) {
  if (!schema) return undefined
  const { data, issues } = await validateInSlices(schema, value)
  if (issues) return refuseInput(issues, endpoint)
  const wrong = await findUnstorable(data)
  if (wrong !== null)
    throw new Refusal('bad_request', {
      reason: { text: `${wrong}: Not valid` },
      fields: { [wrong]: reason('not_valid') },
    })
  return data
}

/** nesting limit; no schema accepts deeper values */
const MAX_DEPTH = 50

/** Path of the first malformed text or too deeply nested value in an input that no schema rejected; null without one. */
async function findUnstorable(input: unknown): Promise<string | null> {
  const slices = new TimeSlices()
  const stack: [value: unknown, path: string, depth: number][] = [[input, '', 0]]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [value, path, depth] = next
    if (slices.isOver) await slices.yieldToLoop()
    if (typeof value === 'string' && !isText(value)) return path || 'body'
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue
    if (depth > MAX_DEPTH) return path
    for (const [name, item] of Object.entries(value)) {
      if (!isText(name)) return path || 'body'
      stack.push([item, path ? `${path}.${name}` : name, depth + 1])
    }
  }
  return null
}

/** Body size limits; large ones are for bodies with embedded pictures or thousands of elements. */
const BODY_LIMIT_BYTES = { usual: 1_000_000, large: 10_000_000 }
const LARGE_LIMITS = { characters: 1_000_000, elements: 50_000 }

function isLarge(schema: z.core.$ZodType): boolean {
  const def = schema._zod.def as { type: string } & Partial<
    Record<'innerType' | 'element' | 'in' | 'out', z.core.$ZodType>
  > & { shape?: Record<string, z.core.$ZodType>; options?: z.core.$ZodType[] }
  const checks = (schema._zod.def.checks ?? []).map(({ _zod }) => _zod.def as { maximum?: number })
  const most = Math.max(0, ...checks.map(({ maximum = 0 }) => maximum))
  if (def.type === 'string' && most >= LARGE_LIMITS.characters) return true
  if (def.type === 'array' && most >= LARGE_LIMITS.elements) return true
  const inner = [def.innerType, def.element, def.in, def.out, ...Object.values(def.shape ?? {})]
  return [...inner, ...(def.options ?? [])].some((each) => each !== undefined && isLarge(each))
}

export const getBodyLimit = ({ body }: EndpointSpec) =>
  body && isLarge(body) ? BODY_LIMIT_BYTES.large : BODY_LIMIT_BYTES.usual

/** Parses path parameters; malformed ones are refused as `not_found`. */
export function parseParams(endpoint: EndpointSpec, request: { params: unknown }) {
  const params = z.safeParse(paramsSchema(endpoint), request.params)
  const values = Object.values(params.data ?? {})
  if (!params.success || !values.every((value) => isText(String(value)))) throw new Refusal('not_found')
  return params.data as Record<string, string>
}

/** Parses query and body by the endpoint's schemas. */
export async function parseInput(endpoint: EndpointSpec, request: { query: unknown; body: unknown }) {
  return {
    query: await parsePart(endpoint.query, request.query ?? {}, endpoint),
    body: await parsePart(endpoint.body, request.body ?? undefined, endpoint),
  }
}
