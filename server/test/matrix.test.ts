import { type ApiEntry, apiEntries } from '@plumbline/contract/api'
import { type EndpointSpec, fillPath, listParamNames } from '@plumbline/contract/http'
import {
  isLevelAtLeast,
  isTeamRoleAtLeast,
  type PermissionLevel,
  type TeamRole,
} from '@plumbline/contract/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BILLING, startApp, type TestApp } from './app.ts'
import {
  type ActorName,
  actors,
  type Cast,
  getActorRights,
  makeCast,
  type PathTarget,
  picture,
  type TargetName,
  targets,
} from './cast.ts'
import { Client, multipart } from './client.ts'
import { rollBackCalls } from './dry-run.ts'
import { isLong } from './size.ts'
import { awaitBytes, countReceivedBytes, type RawCall, uploadCalls } from './upload-calls.ts'
import { dumpTables } from './world.ts'

/**
 * Every call of the contract, by every actor, on their own project, a sibling, another tenant's and a missing one. A refused
 * call changes nothing, and hidden resources answer byte for byte like missing ones.
 */

let app: TestApp
let cast: Cast
let dryRun: ReturnType<typeof rollBackCalls>
beforeAll(async () => {
  app = await startApp(BILLING)
  cast = await makeCast(app)
  dryRun = rollBackCalls(app)
  stored = await dumpTables(app)
}, 60_000)
afterAll(() => app.close())

/** `in`: the call passes authorization, and its rules may still refuse it for other reasons. */
type Verdict = 'in' | 401 | 403 | 404

const only =
  (name: ActorName, on: TargetName) =>
  (actor: ActorName, target: TargetName): Verdict =>
    actor === name && target === on ? 'in' : 404
const everybody = (): Verdict => 'in'
const noOne = (): Verdict => 404
const members = (actor: ActorName, target: TargetName): Verdict =>
  getActorRights(actor, target).level ? 'in' : 404
const atLeast =
  (needed: PermissionLevel) =>
  (actor: ActorName, target: TargetName): Verdict => {
    const { level } = getActorRights(actor, target)
    return level === null ? 404 : isLevelAtLeast(level, needed) ? 'in' : 403
  }
/** an administrator may remove anybody, others only themselves; `self` is the person in the path, by target */
const removal =
  (mine: (actor: ActorName, target: TargetName) => Verdict, self: Partial<Record<TargetName, ActorName>>) =>
  (actor: ActorName, target: TargetName): Verdict =>
    mine(actor, target) === 403 && self[target] === actor ? 'in' : mine(actor, target)
const inCompany: readonly ActorName[] = ['teamOwner', 'teamAdmin', 'teamMember', 'otherTeam']
const companyOwned = (actor: ActorName, target: TargetName): Verdict =>
  ['teamOwner', 'teamAdmin'].includes(actor) && (target === 'own' || target === 'sibling') ? 'in' : 404

/** a conversation is for its participants, which excludes administrators by company alone */
const talking =
  (rule: (actor: ActorName, target: TargetName) => Verdict) =>
  (actor: ActorName, target: TargetName): Verdict =>
    actor === 'teamAdmin' ? 404 : rule(actor, target)

/** only its author, here the owner of the company */
const ownWords = (actor: ActorName, target: TargetName): Verdict => {
  const verdict = atLeast('CONTRIBUTOR')(actor, target)
  return verdict === 'in' && actor !== 'teamOwner' ? 403 : verdict
}

/** Names of BCF API calls end in their version. */
const withoutVersion = (name: string) => name.replace(/(21|30)$/, '')

/** Calls with a rule stricter than their declared access. */
const doors: Record<string, (actor: ActorName, target: TargetName) => Verdict> = {
  acceptInvite: only('invited', 'own'),
  declineInvite: only('invited', 'own'),
  acknowledgeNotification: only('invited', 'own'),
  removePushDevice: only('VIEWER', 'own'),
  cancelAccessRequest: only('requested', 'own'),
  requestAccess: (actor, target) =>
    target === 'own' && (actor === 'invited' || actor === 'requested') ? 'in' : members(actor, target),
  lookUpAccessCode: (_, target) => (target === 'absent' ? 404 : 'in'),
  acceptTeamInvite: noOne,
  declineTeamInvite: noOne,
  endSession: only('VIEWER', 'own'),
  removePasskey: noOne,
  revokeToken: noOne,
  disconnectProgram: noOne,
  // the example's client_id is not registered
  getConsent: noOne,
  giveConsent: noOne,
  restoreProject: companyOwned,
  getMyPicture: (actor) => (actor === 'VIEWER' ? 'in' : 404),
  getUserPicture: (actor, target) => (target === 'own' ? members(actor, target) : 404),
  listMessages: talking(members),
  sendMessage: talking(atLeast('CONTRIBUTOR')),
  updateMessageStatus: talking(members),
  editMessage: talking(ownWords),
  setReaction: talking(atLeast('CONTRIBUTOR')),
  pinMessage: talking(atLeast('CONTRIBUTOR')),
  listPinnedMessages: talking(members),
  getChat: talking(members),
  openChat: talking(members),
  muteChat: talking(members),
  // only groups can be renamed and left
  updateChat: talking((actor, target) => (members(actor, target) === 'in' ? 403 : 404)),
  leaveChat: talking((actor, target) => (members(actor, target) === 'in' ? 403 : 404)),
  addChatFile: talking(atLeast('CONTRIBUTOR')),
  getChatFile: talking(members),
  sayTyping: talking(atLeast('CONTRIBUTOR')),
  createProject: (actor) => (inCompany.includes(actor) ? 'in' : 403),
  createDemoProject: (actor) => (inCompany.includes(actor) ? 'in' : 403),
  inviteAnywhere: atLeast('ADMIN'),
  getMarker: members,
  removeMember: removal(atLeast('ADMIN'), { own: 'VIEWER', sibling: 'siblingAdmin' }),
  removeTeamMember: removal(
    (actor, target) => {
      const { team } = getActorRights(actor, target)
      return team === null ? 404 : team === 'MEMBER' ? 403 : 'in'
    },
    { own: 'teamMember', sibling: 'teamMember', otherTenant: 'otherTeam' },
  ),
  // contributors edit issues that they created or are assigned to, which excludes this one
  updateIssue: atLeast('EDITOR'),
  deleteIssue: atLeast('EDITOR'),
  restoreIssue: atLeast('EDITOR'),
  relateIssue: atLeast('EDITOR'),
  unrelateIssue: atLeast('EDITOR'),
  addAnchor: atLeast('EDITOR'),
  deleteAnchor: atLeast('EDITOR'),
  setAnchorElement: atLeast('EDITOR'),
  deleteViewpoint: atLeast('EDITOR'),
  setViewpointMarkup: atLeast('EDITOR'),
  setMarkup: atLeast('EDITOR'),
  deleteAttachment: atLeast('EDITOR'),
  // another person's comment
  editComment: ownWords,
  deleteComment: atLeast('ADMIN'),
  // the same through the BCF API
  putTopic: atLeast('EDITOR'),
  deleteTopic: atLeast('EDITOR'),
  putSnippet: atLeast('EDITOR'),
  putFiles: atLeast('EDITOR'),
  putRelatedTopics: atLeast('EDITOR'),
  postReference: atLeast('EDITOR'),
  putReference: atLeast('EDITOR'),
  putComment: ownWords,
  // a bulk change is undone by its author only
  undoBulk: (actor, target) => {
    const verdict = atLeast('EDITOR')(actor, target)
    return verdict === 'in' && actor !== 'teamOwner' ? 404 : verdict
  },
  // another person's shared view
  updateIssueView: atLeast('EDITOR'),
  deleteIssueView: atLeast('EDITOR'),
  updateView: atLeast('EDITOR'),
  deleteView: atLeast('EDITOR'),
}

function expected({ name, endpoint }: ApiEntry, actor: ActorName, target: TargetName): Verdict {
  if (actor === 'nobody' || actor === 'expired') return 401
  const door = doors[withoutVersion(name)]
  if (door) return door(actor, target)
  if (endpoint.access === 'user') return everybody()
  // nobody here is an operator of the server
  if (endpoint.access === 'operator') return 404
  const [kind, needed] = endpoint.access.split(':')
  const { level, team } = getActorRights(actor, target)
  if (kind === 'team') return team === null ? 404 : isTeamRoleAtLeast(team, needed as TeamRole) ? 'in' : 403
  return level === null ? 404 : isLevelAtLeast(level, needed as PermissionLevel) ? 'in' : 403
}

function paramsOf({ name, domain, endpoint }: ApiEntry, target: PathTarget): Record<string, string> {
  const isTeam = endpoint.path.startsWith('/api/team/') || endpoint.path.startsWith('/api/v2/team/')
  const own = isTeam
    ? { ...target.ids, ...target.teamIds }
    : domain === 'chat'
      ? { ...target.ids, id: target.chatId }
      : name === 'acknowledgeNotification'
        ? { ...target.ids, id: target.notificationId }
        : name === 'restoreIssue'
          ? { ...target.ids, issueId: target.ids.deletedIssueId ?? '' }
          : target.ids
  return Object.fromEntries(listParamNames(endpoint.path).map((param) => [param, own[param as 'id'] ?? '']))
}

/** Bodies for calls whose example refers to something missing. */
function bodyOf({ name, endpoint }: ApiEntry, target: PathTarget): unknown {
  const example = endpoint.example?.body as Record<string, unknown> | undefined
  if (name === 'addMember') return { ...example, user_id: cast.people.teamOwner.id }
  if (name === 'addAnchor') return { ...example, bim_file_header_id: target.ids.headerId }
  if (name === 'inviteAnywhere') return { ...example, project_id: target.ids.id }
  if (name === 'choosePaymentMethod') return { payment_method_id: target.teamIds.pmId }
  if (name === 'openChat') return { kind: 'PROJECT', project_id: target.ids.id }
  return example
}

async function send(entry: ApiEntry, actor: ActorName, params: Record<string, string>, target: PathTarget) {
  // a new client for every call, because one of them signs out
  const client = new Client(app)
  if (actor !== 'nobody')
    for (const [name, value] of cast.people[actor].client.cookies) client.cookies.set(name, value)
  const { method, path, upload, example } = entry.endpoint
  const query = new URLSearchParams(example?.query as Record<string, string> | undefined)
  const url = `${fillPath(path, params)}${query.size > 0 ? `?${query}` : ''}`
  // everybody sends the owner's company in the header, which grants nothing
  const wish = { 'x-plumbline-team-id': cast.targets.own.teamIds.id }
  if (!upload) return client.send(method, url, bodyOf(entry, target), wish)
  const form = await multipart([['file', picture]])
  return client.send(method, url, form.body, { ...form.headers, ...wish })
}

type Answer = Awaited<ReturnType<typeof send>>

/** The parts of a reply that must be equal for hidden and missing resources. */
function whole({ status, body, headers }: Answer) {
  const passing = /^(date|x-request-id|x-ratelimit|ratelimit|retry-after)/
  const { request_id: _, ...rest } = body as Record<string, unknown>
  const kept = Object.entries(headers).filter(([name]) => !passing.test(name))
  return { status, body: rest, headers: Object.fromEntries(kept.sort()) }
}

const codeOf = ({ body }: Answer) => (body as { error?: string } | null)?.error ?? ''

/** Whether an authorized call ended with a declared status. */
function endedWell({ refuses = [], status, reply, null_is_204 }: EndpointSpec, answer: Answer): boolean {
  const success = status ?? (reply === null ? 204 : 200)
  if (answer.status === success || (null_is_204 && answer.status === 204)) return true
  const others = refuses.filter((code) => code !== 'not_found' && code !== 'forbidden')
  return others.some((code) => code === codeOf(answer))
}

const title = ({ endpoint, name }: ApiEntry) => `${endpoint.method} ${endpoint.path} (${name})`
/**
 * Reads come first, because writes change files as well as the database. Looking up an access code comes last, because
 * it permits an access request.
 */
const turn = ({ name, endpoint }: ApiEntry) =>
  name === 'lookUpAccessCode' ? 2 : endpoint.method === 'GET' ? 0 : 1
const guarded = apiEntries
  .filter(({ endpoint }) => endpoint.access !== 'public')
  .sort((a, b) => turn(a) - turn(b))

/** Replies about a missing resource, by actor, of the call under test. */
const absences = new Map<ActorName, Promise<string>>()

/** Resets rate limits before every call. */
async function forgetTries() {
  absences.clear()
  await sql`delete from rate_limits`.execute(app.server.db)
  await sql`delete from mail_codes`.execute(app.server.db)
}

async function checkCell(entry: ApiEntry, actor: ActorName, target: TargetName): Promise<string | null> {
  const where = cast.targets[target]
  const verdict = expected(entry, actor, target)
  const call = () => send(entry, actor, paramsOf(entry, where), where)
  const cell = `${actor} on ${target}: expected ${verdict}`
  if (verdict === 'in') {
    const answer = await dryRun(call)
    return endedWell(entry.endpoint, answer) ? null : `${cell}, got ${answer.status} ${codeOf(answer)}`
  }
  const answer = await call()
  if (answer.status !== verdict) return `${cell}, got ${answer.status} ${codeOf(answer)}`
  if (verdict !== 404) return null
  const nowhere = cast.targets.absent
  const absence = async () =>
    JSON.stringify(whole(await send(entry, actor, paramsOf(entry, nowhere), nowhere)))
  if (!absences.has(actor)) absences.set(actor, absence())
  const [seen, unseen] = [JSON.stringify(whole(answer)), await absences.get(actor)]
  return seen === unseen ? null : `${cell}, told apart from what does not exist: ${seen} ${unseen}`
}

/** All tables after the previous test. */
let stored: Record<string, string> | null = null

/** calls since the tables were last compared */
let unchecked: string[] = []
/** Comparing all tables takes as long as the calls of a test: a short run compares once per this number of calls. */
const CALLS_PER_COMPARISON = isLong ? 1 : 12

async function expectUnchanged(entry?: ApiEntry) {
  if (entry) unchecked.push(title(entry))
  if (entry && unchecked.length < CALLS_PER_COMPARISON) return
  const calls = unchecked
  unchecked = []
  expect({ calls, tables: await dumpTables(app) }).toEqual({ calls, tables: stored })
}

/**
 * On other companies' projects, a short run tries everybody with rights there, and a quarter of the rest, changing with each
 * call.
 */
const actorsFor = (target: TargetName, turn: number) =>
  isLong || target === 'own'
    ? actors
    : actors.filter((actor, at) => {
        const { level, team } = getActorRights(actor, target)
        return level !== null || team !== null || (at + turn) % 4 === 0
      })

describe('Each call admits or refuses every actor as declared, and a refusal changes nothing', () => {
  test.each(guarded.map((entry) => [title(entry), entry] as const))(
    '%s',
    { timeout: 60_000 },
    async (_, entry) => {
      await forgetTries()
      const inBody = ['inviteAnywhere', 'openChat'].includes(entry.name)
      const hasTarget = listParamNames(entry.endpoint.path).length > 0 || inBody
      const cells = (hasTarget ? targets : (['own'] as const)).flatMap((target) =>
        actorsFor(target, guarded.indexOf(entry)).map((actor) => ({ actor, target })),
      )
      const isAdmitted = ({ actor, target }: (typeof cells)[0]) => expected(entry, actor, target) === 'in'
      const check = ({ actor, target }: (typeof cells)[0]) => checkCell(entry, actor, target)
      const wrong = await Promise.all(cells.filter((cell) => !isAdmitted(cell)).map(check))
      // one at a time: each is rolled back
      for (const cell of cells.filter(isAdmitted)) wrong.push(await check(cell))
      expect(wrong.filter((fault) => fault !== null)).toEqual([])
      await expectUnchanged(entry)
    },
  )
})

describe('Parts of another tenant cannot be reached through the caller’s own project or company', () => {
  /** parameters that are equal in every project or not part of any */
  const shared = [
    'id',
    'key',
    'name',
    'guid',
    'number',
    'code',
    'projectId',
    'sessionId',
    'passkeyId',
    'messageId',
  ]
  const withParts = guarded.filter(({ endpoint }) => {
    const names = listParamNames(endpoint.path)
    return names.includes('id') && names.some((name) => !shared.includes(name))
  })
  test.each(withParts.map((entry) => [title(entry), entry] as const))('%s', async (_, entry) => {
    await forgetTries()
    const own = paramsOf(entry, cast.targets.own)
    const foreign = paramsOf(entry, cast.targets.otherTenant)
    const answer = await send(entry, 'teamOwner', { ...foreign, id: own.id ?? '' }, cast.targets.own)
    expect(answer.status).toBe(404)
    await expectUnchanged(entry)
  })
})

test('The last refused calls have changed nothing', () => expectUnchanged())

describe('Uploads', () => {
  const bytes = Buffer.alloc(10)
  const calls = Object.entries({
    create: (id: string) => uploadCalls.create(100, id),
    ask: uploadCalls.ask,
    send: (id: string) => uploadCalls.send(bytes, 0, id),
    drop: uploadCalls.drop,
  })
  const call = (actor: ActorName, { method, path, headers, body }: RawCall, forged = false) => {
    const client = new Client(app)
    if (actor !== 'nobody')
      for (const [name, value] of cast.people[actor].client.cookies) client.cookies.set(name, value)
    const pair = forged ? { 'x-xsrf-token': 'made up' } : {}
    return client.send(method, path, body, { 'tus-resumable': '1.0.0', ...headers, ...pair } as never)
  }
  const verdictFor = (actor: ActorName, target: TargetName): Verdict =>
    actor === 'nobody' || actor === 'expired' ? 401 : atLeast('EDITOR')(actor, target)

  test.each(calls)(
    '%s: only who may edit the project; to all others it is as if it were not there',
    async (_, make) => {
      const before = await dumpTables(app)
      const wrong: string[] = []
      for (const target of targets)
        for (const actor of actors) {
          const projectId = cast.targets[target].ids.id ?? ''
          const nowhere = `variant_${crypto.randomUUID()}`
          const version = target === 'absent' ? null : await awaitBytes(app, projectId, 100)
          const uploadId = version?.uploadId ?? nowhere
          if (version)
            await call(
              target === 'otherTenant' ? 'otherTeam' : 'teamOwner',
              uploadCalls.create(100, uploadId),
            )
          const verdict = verdictFor(actor, target)
          const answer = await call(actor, make(uploadId))
          const isRight = verdict === 'in' ? answer.status < 300 : answer.status === verdict
          const absence = verdict === 404 ? await call(actor, make(nowhere)) : answer
          if (!isRight || JSON.stringify(whole(absence)) !== JSON.stringify(whole(answer)))
            wrong.push(`${actor} on ${target}: expected ${verdict}, got ${answer.status}`)
          if (
            verdict !== 'in' &&
            version &&
            countReceivedBytes(app, uploadId) !== (target === 'otherTenant' ? null : 0)
          )
            wrong.push(`${actor} on ${target} has changed it`)
          if (version)
            await app.server.db.deleteFrom('bim_file_headers').where('id', '=', version.headerId).execute()
        }
      expect(wrong).toEqual([])
      expect(await dumpTables(app)).toEqual(before)
    },
  )

  test.each(calls.filter(([name]) => name !== 'ask'))(
    '%s by cookie needs the anti-forgery pair',
    async (_, make) => {
      const { uploadId } = await awaitBytes(app, cast.targets.own.ids.id ?? '', 100)
      await call('teamOwner', uploadCalls.create(100, uploadId))
      expect(codeOf(await call('teamOwner', make(uploadId), true))).toBe('bad_xsrf_token')
      expect(countReceivedBytes(app, uploadId)).toBe(0)
    },
  )
})

describe('Public calls answer everybody alike', () => {
  const open = apiEntries.filter(({ endpoint }) => endpoint.access === 'public')
  test.each(open.map((entry) => [title(entry), entry] as const))('%s', async (_, entry) => {
    const statuses = new Set<number>()
    for (const actor of actors) {
      await forgetTries()
      const { status } = await send(entry, actor, { name: 'LOCALES' }, cast.targets.own)
      statuses.add(status)
    }
    expect([...statuses]).toHaveLength(1)
  })
})

test('Every write has an example that this suite can send', () => {
  const silent = guarded.filter(({ endpoint }) => endpoint.body && !endpoint.example?.body)
  const needed = silent.filter(({ endpoint }) => !endpoint.body?.safeParse(undefined).success)
  expect(needed.map(title)).toEqual([])
})
