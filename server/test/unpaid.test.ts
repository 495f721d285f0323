import { type ApiEntry, apiEntries } from '@plumbline/contract/api'
import { fillPath, listParamNames } from '@plumbline/contract/http'
import { createProject, deleteProject } from '@plumbline/contract/projects/projects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { syncTeamLimits } from '../src/billing/accounts.ts'
import { DAY_MS } from '../src/billing/rules.ts'
import { inTransaction } from '../src/db/database.ts'
import { BILLING, startApp, type TestApp } from './app.ts'
import { Client } from './client.ts'
import { rollBackCalls } from './dry-run.ts'
import { isLong } from './size.ts'
import { makeWorld, type World } from './world.ts'

/** Every call of the contract by a company in every payment state. */

/** Calls that may answer 402; reads, exports, deletions, payments and leaving always work. */
const stopped = `
  createProject createDemoProject restoreProject updateProject setProjectPicture
  createLevel updateLevel addProposedLevels createSection updateSection
  inviteToTeam resizeTeam inviteAnywhere createInvite approveAccessRequest addMember regenerateAccessCode
  createHeader updateHeader restoreHeader createVariant updateVariant stopVariant restartVariant restoreVariant
  makeVariantCurrent confirmVariant setCorrection createView updateView
  createIssue updateIssue restoreIssue addComment editComment addAttachment setMarkup addAnchor setAnchorElement addViewpoint
  setViewpointMarkup relateIssue bulkChangeIssues undoBulk importIssues
  createIssueView updateIssueView createIssueTemplate updateIssueTemplate createCustomField updateCustomField
  updateVocabulary createTerm
  createMarker updateMarker startBcfImport applyBcfImport createWebhook testWebhook sendDeliveryAgain`
  .trim()
  .split(/\s+/)
/** Calls of the BCF API, which exist in two versions. */
const stoppedOfBcf = `
  putBcfProject postTopic putTopic putSnippet putFiles postComment putComment postViewpoint putRelatedTopics
  postReference putReference postDocument`
  .trim()
  .split(/\s+/)
  .flatMap((name) => [`${name}21`, `${name}30`])
const refusedAll = [...stopped, ...stoppedOfBcf].sort()

let app: TestApp
let world: World
let trashed: string
let dryRun: ReturnType<typeof rollBackCalls>
beforeAll(async () => {
  app = await startApp(BILLING)
  world = await makeWorld(app)
  const { id } = await world.owner.client.call(createProject, { body: { name: 'Given up' } })
  await world.owner.client.call(deleteProject, { params: { id } })
  trashed = id
  dryRun = rollBackCalls(app)
})
afterAll(() => app.close())

const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const period = { period_start: ago(20), period_end: ago(-10), seats: 100, trial_ends_at: null }
const trial = { period_start: null, period_end: null, seats: 0, unpaid_at: null, cancels_at: null }

const states = {
  'in a trial': [{ ...trial, trial_ends_at: ago(-10) }, false],
  'six days after a trial': [{ ...trial, trial_ends_at: ago(6) }, false],
  'eight days after a trial': [{ ...trial, trial_ends_at: ago(8) }, true],
  'with a payment six days overdue': [{ ...period, unpaid_at: ago(6), cancels_at: null }, false],
  'with a payment eight days overdue': [{ ...period, unpaid_at: ago(8), cancels_at: null }, true],
  'cancelled, eight days after the end': [{ ...period, unpaid_at: null, cancels_at: ago(8) }, true],
} as const

async function enter(name: keyof typeof states) {
  const { server, teller } = app
  await inTransaction(server.db, async (tx) => {
    const before = await tx
      .updateTable('subscriptions')
      .set({ slug: 'business', ...states[name][0] })
      .where('team_id', '=', world.owner.team.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await syncTeamLimits({ tx, tell: teller.begin(tx), now: server.now }, before)
  })
}

function bodyOf({ name, endpoint }: ApiEntry): unknown {
  const example = endpoint.example?.body as Record<string, unknown> | undefined
  if (name === 'inviteAnywhere') return { ...example, project_id: world.ids.id }
  if (name === 'addMember') return { ...example, user_id: world.stranger.id }
  return example
}

async function statusOf(entry: ApiEntry): Promise<number> {
  const { method, path, example } = entry.endpoint
  const isTeam = entry.endpoint.access.startsWith('team:') || path.startsWith('/api/team/')
  const values: Record<string, string | undefined> = {
    ...world.ids,
    ...{ id: isTeam ? world.owner.team.id : world.ids.id, projectId: trashed },
  }
  const params = Object.fromEntries(
    listParamNames(path).map((param) => [param, values[param] ?? crypto.randomUUID()]),
  )
  const client = new Client(app)
  for (const [name, value] of world.owner.client.cookies) client.cookies.set(name, value)
  const query = new URLSearchParams(example?.query as Record<string, string> | undefined)
  const url = `${fillPath(path, params)}${query.size > 0 ? `?${query}` : ''}`
  return (await dryRun(() => client.send(method, url, bodyOf(entry)))).status
}

const signedIn = apiEntries.filter(({ endpoint }) => endpoint.access !== 'public')

test('The list contains only calls of the contract', () => {
  const names = apiEntries.map(({ name }) => name)
  expect(refusedAll.filter((name) => !names.includes(name))).toEqual([])
})

/** A short run tries the states on both sides of one limit. */
const isTried = (state: string) => isLong || state.includes('overdue')

describe.each(Object.entries(states).filter(([state]) => isTried(state)))('%s', (state, [, blocks]) => {
  // refused before the demo project is created, which would take seconds
  const tried = signedIn.filter(({ name }) => blocks || name !== 'createDemoProject')

  test(blocks ? 'refuses exactly the calls of the list' : 'refuses nothing', async () => {
    await enter(state as keyof typeof states)
    const refused: string[] = []
    for (const entry of tried) if ((await statusOf(entry)) === 402) refused.push(entry.name)
    expect(refused.sort()).toEqual(blocks ? refusedAll : [])
  })
})
