import type { ErrorBody } from '@plumbline/contract/errors'
import { reasons } from '@plumbline/contract/reasons'
import type { LightMyRequestResponse } from 'fastify'
import type { TestApp } from '../app.ts'
import { longestPiece } from '../loop/pieces.ts'
import { makeUser, type User } from '../make.ts'
import { Random } from '../random.ts'
import { makeWorld, type World } from '../world.ts'
import { type Canary, listCanaryIds, makeCanary } from './canary.ts'
import {
  buildRequest,
  generateMutations,
  type IdsByName,
  listOperations,
  type Mutation,
  type Operation,
  type Request,
} from './requests.ts'

/**
 * Requests made from the served OpenAPI document that must do no harm: foreign and mixed ids, boundary values of every
 * schema, hostile files. Each response must be declared in the document and not be a server error; it must not contain
 * another company's text, that company's rows must not change, and the event loop must not be blocked.
 */

export interface Attack {
  count: number
  seed: number
  /** milliseconds of processor time in one round of the event loop that count as a fault */
  longest_ms: number
  say?: (line: string) => void
}

export interface Report {
  sent: number
  /** by status */
  statuses: Record<string, number>
  /** problems, one per kind */
  problems: string[]
  longest: { ms: number; request: string }
}

/** requests after which the attackers' world is created again, because their own calls wear it out */
const EPOCH = 400
/** Operations that delete data used by others, sent rarely and by people who are not needed otherwise. */
const ENDING =
  /^(delete(Me|Team|Project)|removeMe|closeTeam|logout|signOut|endSession|disableTotp|changePassword|leaveTeam|deleteAccount|mergeAccounts|removeTeamMember|removeMember)/i

interface Attacker {
  name: string
  cookies: ReadonlyMap<string, string>
}

const attackersOf = ({ owner, members, neighbour, stranger }: World): Attacker[] => {
  const people: [string, User][] = [
    ...Array.from({ length: 6 }, (): [string, User] => ['owner', owner]),
    ...Object.entries(members),
    ['neighbour', neighbour],
    ['stranger', stranger],
  ]
  return [
    ...people.map(([name, { client }]) => ({ name, cookies: new Map(client.cookies) })),
    { name: 'nobody', cookies: new Map<string, string>() },
  ]
}

function send(app: TestApp, { cookies }: Attacker, request: Request): Promise<LightMyRequestResponse> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return app.fastify.inject({
    method: request.method as 'GET',
    url: request.url,
    headers: { cookie, 'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '', ...request.headers },
    ...(request.payload ? { payload: request.payload } : {}),
  })
}

const shown = ({ method, url, payload }: Request) =>
  `${method} ${url.slice(0, 200)} ${payload ? JSON.stringify(payload.toString('utf8', 0, 300)) : ''}`

/** The problem of a reply, or null. */
function problemIn(operation: Operation, answer: LightMyRequestResponse, canary: Canary): string | null {
  const { statusCode, rawPayload, headers } = answer
  const isDeclared = statusCode in operation.responses || statusCode === 304
  // a server without billing answers payment calls with 503
  if (statusCode >= 500 && !(statusCode === 503 && isDeclared))
    return `${statusCode} ${answer.payload.slice(0, 300)}`
  if (!isDeclared) return `${statusCode} is not declared: ${answer.payload.slice(0, 300)}`
  if (statusCode >= 400 && operation.method !== 'HEAD') {
    const isJson = String(headers['content-type']).startsWith('application/json')
    const body = isJson ? (answer.json() as Partial<ErrorBody>) : {}
    if (typeof body.error !== 'string' || typeof body.message !== 'string')
      return `${statusCode} is not in the form of errors: ${answer.payload.slice(0, 300)}`
    const sent = [body.reason ?? [], Object.values(body.field_reasons ?? {})].flat()
    if (!sent.every(({ code }) => Object.hasOwn(reasons, code)))
      return `${statusCode} has a reason that is not declared: ${answer.payload.slice(0, 300)}`
  }
  return rawPayload.includes(canary.word) ? `has words of another company: ${statusCode}` : null
}

class Attacks {
  readonly report: Report = { sent: 0, statuses: {}, problems: [], longest: { ms: 0, request: '' } }
  readonly #app: TestApp
  readonly #attack: Attack
  readonly #random: Random
  readonly #known = new Set<string>()

  constructor(app: TestApp, attack: Attack) {
    this.#app = app
    this.#attack = attack
    this.#random = new Random(attack.seed)
  }

  #blame(operation: Operation, problem: string, by: string, request: Request) {
    // the same problem of the same operation is reported once
    const kind = `${operation.operationId} ${problem.slice(0, 60).replace(/[0-9a-f-]{36}/g, '')}`
    if (this.#known.has(kind)) return
    this.#known.add(kind)
    const line = `${operation.operationId} by ${by}: ${problem}\n    ${shown(request)}`
    this.report.problems.push(line)
    this.#attack.say?.(line)
  }

  async #one(operation: Operation, attacker: Attacker, own: IdsByName, canary: Canary, step?: Mutation) {
    const random = this.#random
    const is_clean = step !== undefined || attacker.name === 'owner' || random.chance(0.2)
    const request = await buildRequest(operation, { random, own, foreign: canary.ids, is_clean }, step)
    const cpu = process.threadCpuUsage()
    const answer = await send(this.#app, attacker, request).catch((error: Error) => error)
    const { user, system } = process.threadCpuUsage(cpu)
    this.report.sent++
    if (answer instanceof Error)
      return this.#blame(operation, `is cut off: ${answer.message}`, attacker.name, request)
    this.report.statuses[answer.statusCode] = (this.report.statuses[answer.statusCode] ?? 0) + 1
    const problem = problemIn(operation, answer, canary)
    if (problem) this.#blame(operation, problem, attacker.name, request)
    // the total may be long without one long round: measured again by round
    if ((user + system) / 1000 > this.#attack.longest_ms) await this.#measure(operation, attacker, request)
  }

  async #measure(operation: Operation, attacker: Attacker, request: Request) {
    // garbage collection adds time only now and then: the minimum counts
    const pieces = [
      await longestPiece(() => send(this.#app, attacker, request)),
      await longestPiece(() => send(this.#app, attacker, request)),
    ]
    const ms = Math.min(...pieces.map((piece) => piece.ms))
    if (ms > this.report.longest.ms) this.report.longest = { ms, request: shown(request) }
    if (ms > this.#attack.longest_ms)
      this.#blame(operation, `holds the event loop for ${ms.toFixed(0)} ms`, attacker.name, request)
  }

  /** With few requests the steps are sampled evenly. */
  #nextStep(steps: Mutation[]): Mutation | undefined {
    const many = Math.ceil(this.#attack.count / 2)
    return steps.length > 2 * many ? this.#random.pick(steps) : steps.shift()
  }

  async run(operations: Operation[], canary: Canary) {
    const random = this.#random
    const steps = [...generateMutations(operations, random)].slice(0, this.#attack.count)
    let [world, attackers, own]: [World | null, Attacker[], IdsByName] = [null, [], {}]
    for (let index = 0; index < this.#attack.count; index++) {
      if (!world || index % EPOCH === 0) {
        world = await makeWorld(this.#app)
        attackers = attackersOf(world)
        own = await listCanaryIds(this.#app, world)
        if (index > 0) this.#attack.say?.(`${index} sent, ${this.report.problems.length} problems`)
      }
      // every second request is the next step; the rest cover each operation once and are random afterwards
      const step = index % 2 === 0 ? this.#nextStep(steps) : undefined
      const operation = step?.operation ?? operations[index >> 1] ?? random.pick(operations)
      const isEnding = ENDING.test(operation.operationId)
      const attacker = isEnding
        ? { name: 'newcomer', cookies: (await makeUser(this.#app)).client.cookies }
        : step
          ? (attackers[0] as Attacker)
          : random.pick(attackers)
      await this.#one(operation, attacker, own, canary, step)
    }
  }
}

async function documentOf(app: TestApp): Promise<Operation[]> {
  const answer = await app.fastify.inject({ url: '/api/openapi.json' })
  return listOperations(answer.json())
}

export async function attack(app: TestApp, asked: Attack): Promise<Report> {
  const canary = await makeCanary(app, await makeWorld(app))
  const before = await canary.rows()
  const attacks = new Attacks(app, asked)
  await attacks.run(await documentOf(app), canary)
  const after = await canary.rows()
  for (const [table, hash] of Object.entries(before))
    if (after[table] !== hash) attacks.report.problems.push(`rows of another company changed in ${table}`)
  return attacks.report
}
