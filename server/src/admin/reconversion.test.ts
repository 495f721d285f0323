import fsp from 'node:fs/promises'
import path from 'node:path'
import { cancelBackgroundRun, setBackgroundRunPaused } from '@plumbline/contract/admin/background-run'
import { setMaintenance } from '@plumbline/contract/admin/maintenance'
import { listOperatorLog } from '@plumbline/contract/admin/people'
import {
  countOutdatedModels,
  listOutdatedCompanies,
  listOutdatedModels,
  startReconversion,
} from '@plumbline/contract/admin/reconversion'
import { getArtefact } from '@plumbline/contract/bim/artefacts'
import { listVariants, type Variant } from '@plumbline/contract/bim/bim'
import { searchElements } from '@plumbline/contract/bim/elements'
import { fillPath } from '@plumbline/contract/http'
import { createProject } from '@plumbline/contract/projects/projects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOperator } from '../../test/admin-writes.ts'
import { startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { makeOwner, type User } from '../../test/make.ts'
import { buildHouse, makeOlder, OLDER_CONVERTER, plantHouse, waitForRun } from '../../test/older-models.ts'
import { longTest } from '../../test/size.ts'
import { sendModel, waitUntilProcessed } from '../../test/upload.ts'
import { CURRENT_CONVERTER } from '../bim/artefacts.ts'
import { readConverters } from '../bim/reconversion/read-converters.ts'
import { runRunCommand } from './run-commands.ts'

type Owner = Awaited<ReturnType<typeof makeOwner>>
const SECOND_PROJECT = { body: { name: 'Lighthouse' } }

let app: TestApp
let operator: User
beforeAll(async () => {
  app = await startApp({ CONVERT_PARALLEL: '1' })
  operator = await makeOperator(app)
})
afterAll(() => app.close())

type Model = Variant & { project_id: string }

let seed = 100
/** An uploaded model that an older converter has converted. */
async function makeOlderModel(owner: Owner, projectId = owner.project.id, bytes = buildHouse(seed++)) {
  await plantHouse(app, projectId, bytes)
  const sent = await sendModel(owner.client, projectId, `house-${seed}.ifc`, bytes)
  const variant = await waitUntilProcessed(owner.client, projectId, sent)
  expect(variant.state).toBe('COMPLETED')
  return { ...variant, project_id: projectId, older: await makeOlder(app, variant, owner.team.id) }
}

const start = (body: { team_id?: string; project_id?: string; variant_id?: string } = {}) =>
  operator.client.call(startReconversion, { body })
/** Lets the workers wait, or work. */
const setWorking = (isWorking: boolean) =>
  operator.client.call(setMaintenance, {
    body: { maintenance: isWorking ? null : { text: 'The disk is replaced.', until: null } },
  })
const count = async () => (await operator.client.call(countOutdatedModels, {})).models

async function readVariant({ client }: Owner, { id, project_id, header_id }: Model): Promise<Model> {
  const variants = await client.call(listVariants, { params: { id: project_id, headerId: header_id } })
  return { ...(variants.find((each) => each.id === id) as Variant), project_id }
}

const readPart = ({ client }: Owner, variant: Model, key: string | null, name = 'manifest.json') =>
  client.send(
    'GET',
    fillPath(getArtefact.path, { id: variant.project_id, variantId: variant.id, key: key ?? '', name }),
  )

test('Outdated models are counted, listed by company and model, and converted without leaving anybody without them', async () => {
  const big = await makeOwner(app, 'Berta Big')
  const small = await makeOwner(app, 'Karl Klein')
  const models = [await makeOlderModel(big), await makeOlderModel(big)]
  const other = await makeOlderModel(small)
  expect(await operator.client.call(countOutdatedModels, {})).toEqual({
    ...{ models: 3, companies: 2, unread: 0 },
    converter: CURRENT_CONVERTER,
  })
  expect((await operator.client.call(listOutdatedCompanies, { query: {} })).items).toEqual([
    { id: big.team.id, name: 'Big Builders', models: 2 },
    { id: small.team.id, name: 'Klein Builders', models: 1 },
  ])
  const after = `2:${big.team.id}`
  expect((await operator.client.call(listOutdatedCompanies, { query: { after } })).items).toHaveLength(1)
  const listed = await operator.client.call(listOutdatedModels, { query: { team_id: big.team.id } })
  expect(listed.items).toHaveLength(2)
  expect(listed.items[0]).toMatchObject({
    project_name: 'Harbour School',
    version: 1,
    converter: OLDER_CONVERTER,
  })
  const next = `${listed.items[0]?.project_id},${listed.items[0]?.id}`
  const rest = await operator.client.call(listOutdatedModels, {
    query: { team_id: big.team.id, after: next },
  })
  expect(rest.items).toEqual(listed.items.slice(1))

  expect(await start()).toEqual({ models: 3 })
  const { run, failures } = await waitForRun(operator, 'RECONVERSION')
  expect(run).toMatchObject({ state: 'COMPLETED', scope: null, items: 3, done: 3, failed: 0, skipped: 0 })
  expect(failures).toEqual([])
  expect(await count()).toBe(0)
  for (const [owner, model] of [...models.map((each) => [big, each] as const), [small, other] as const]) {
    const variant = await readVariant(owner, model)
    expect(variant).toMatchObject({ state: 'COMPLETED', is_current: true, processed_at: model.processed_at })
    expect(variant.artefacts_key).not.toBe(model.older)
    expect((await readPart(owner, variant, variant.artefacts_key)).status).toBe(200)
    // open pages keep using the old artefacts
    expect((await readPart(owner, variant, model.older, 'structure.json')).status).toBe(200)
    expect((await readPart(owner, variant, `${model.older}0`)).status).toBe(404)
  }
  const query = { q: '' }
  const found = await big.client.call(searchElements, { params: { id: big.project.id }, query })
  expect(JSON.stringify(found)).toContain(models[0]?.header_id)
  const { items } = await operator.client.call(listOperatorLog, { query: {} })
  expect(items[0]).toMatchObject({ kind: 'RECONVERSION_STARTED', by_id: operator.id, data: { items: 3 } })
})

longTest('A run is limited to a company, a project or one model', async () => {
  const owner = await makeOwner(app, 'Lena Limit')
  const second = await owner.client.call(createProject, SECOND_PROJECT)
  const stranger = await makeOlderModel(await makeOwner(app))
  const one = await makeOlderModel(owner)
  await makeOlderModel(owner, second.id)
  const third = await makeOlderModel(owner, second.id)
  const run = async (limit: Parameters<typeof start>[0]) => {
    const { models } = await start(limit)
    const { run } = await waitForRun(operator, 'RECONVERSION')
    return { models, scope: run?.scope }
  }
  expect(await run({ variant_id: one.id })).toEqual({
    models: 1,
    scope: { part: 'MODEL', name: one.file_name },
  })
  expect(await run({ variant_id: one.id })).toMatchObject({ models: 0 })
  await app.server.db
    .updateTable('bim_file_variants')
    .set({ deleted_at: new Date().toISOString() })
    .where('id', '=', third.id)
    .execute()
  expect(await run({ project_id: second.id })).toEqual({
    models: 1,
    scope: { part: 'PROJECT', name: 'Lighthouse' },
  })
  expect(await run({ team_id: owner.team.id })).toEqual({
    models: 0,
    scope: { part: 'COMPANY', name: 'Limit Builders' },
  })
  expect(await count()).toBe(1)
  expect((await refusal(start({ team_id: owner.team.id, project_id: second.id }))).status).toBe(400)
  expect((await refusal(start({ variant_id: crypto.randomUUID() }))).status).toBe(404)
  expect(await run({ variant_id: stranger.id })).toMatchObject({ models: 1 })
})

test('A failed conversion leaves the old model and is listed with its reason', async () => {
  const owner = await makeOwner(app, 'Fred Failed')
  const model = await makeOlderModel(owner)
  await fsp.writeFile(path.join(app.dataDir, 'blobs/variants', model.id, 'file'), 'no model at all')
  await start()
  const { run, failures } = await waitForRun(operator, 'RECONVERSION')
  expect(run).toMatchObject({ state: 'COMPLETED', done: 0, failed: 1 })
  expect(failures).toMatchObject([
    {
      ...{ name: model.file_name, version: 1, project_name: 'Harbour School', company: 'Failed Builders' },
      code: expect.stringMatching(/./),
      message: expect.stringMatching(/./),
    },
  ])
  expect(await readVariant(owner, model)).toMatchObject({
    ...{ state: 'COMPLETED', artefacts_key: model.older, error: null },
    processed_at: model.processed_at,
  })
  expect((await readPart(owner, model, model.older)).status).toBe(200)
  expect(await count()).toBe(1)
  await app.server.db.deleteFrom('bim_file_variants').where('id', '=', model.id).execute()
})

test('Identical files of a company are converted once, and a deleted one is skipped', async () => {
  const owner = await makeOwner(app)
  const bytes = buildHouse(seed++)
  const first = await makeOlderModel(owner, owner.project.id, bytes)
  const second = await owner.client.call(createProject, SECOND_PROJECT)
  const sent = await sendModel(owner.client, second.id, 'same.ifc', bytes)
  const copy = {
    ...(await waitUntilProcessed(owner.client, second.id, sent)),
    project_id: second.id,
  }
  await app.server.db
    .updateTable('bim_file_variants')
    .set({ artefacts_key: first.older, converter: OLDER_CONVERTER })
    .where('id', '=', copy.id)
    .execute()
  const gone = await makeOlderModel(owner)
  await setWorking(false)
  expect(await start()).toEqual({ models: 3 })
  await app.server.db.deleteFrom('bim_file_variants').where('id', '=', gone.id).execute()
  await setWorking(true)
  const { run } = await waitForRun(operator, 'RECONVERSION')
  expect(run).toMatchObject({ state: 'COMPLETED', done: 2, skipped: 1, failed: 0 })
  const keys = [await readVariant(owner, first), await readVariant(owner, copy)].map(
    (each) => each.artefacts_key,
  )
  expect(keys).toEqual([copy.artefacts_key, copy.artefacts_key])
})

test('One run is open at a time; it can be paused, resumed and cancelled', async () => {
  const owner = await makeOwner(app)
  const model = await makeOlderModel(owner)
  const kind = { kind: 'RECONVERSION' as const }
  const pause = (is_paused: boolean) =>
    operator.client.call(setBackgroundRunPaused, { body: { ...kind, is_paused } })
  const cancel = () => operator.client.call(cancelBackgroundRun, { body: kind })
  await setWorking(false)
  await start()
  expect((await refusal(start())).body.error).toBe('wrong_state')
  expect((await refusal(pause(false))).body.error).toBe('wrong_state')
  await pause(true)
  await setWorking(true)
  // the worker finds nothing to do
  const sent = await sendModel(owner.client, owner.project.id, 'upload.ifc', buildHouse(seed++))
  await waitUntilProcessed(owner.client, owner.project.id, sent)
  expect((await waitForRun(operator, 'RECONVERSION')).run).toMatchObject({ state: 'PAUSED', done: 0 })
  expect((await readVariant(owner, model)).artefacts_key).toBe(model.older)
  await pause(false)
  expect((await waitForRun(operator, 'RECONVERSION')).run).toMatchObject({ state: 'COMPLETED', done: 1 })
  expect((await refusal(cancel())).body.error).toBe('wrong_state')

  const again = await makeOlderModel(owner)
  await setWorking(false)
  await start()
  await cancel()
  await setWorking(true)
  expect((await waitForRun(operator, 'RECONVERSION')).run).toMatchObject({
    state: 'CANCELLED',
    done: 0,
    items: 1,
  })
  expect((await readVariant(owner, again)).artefacts_key).toBe(again.older)
  const { items } = await operator.client.call(listOperatorLog, { query: {} })
  const kinds = items.map(({ kind }) => kind).filter((kind) => kind.startsWith('RECONVERSION_'))
  expect(kinds.slice(0, 5).map((kind) => kind.replace('RECONVERSION_', ''))).toEqual([
    ...['CANCELLED', 'STARTED', 'RESUMED', 'PAUSED', 'STARTED'],
  ])
  await start()
  await waitForRun(operator, 'RECONVERSION')
})

test('The converters of models from before are read from their manifests', async () => {
  const owner = await makeOwner(app)
  const [known, lost] = [await makeOlderModel(owner), await makeOlderModel(owner)]
  const { db } = app.server
  const ids = [known.id, lost.id]
  await db.updateTable('bim_file_variants').set({ converter: null }).where('id', 'in', ids).execute()
  await fsp.rm(path.join(app.dataDir, 'blobs/artefacts', owner.team.id, lost.older, 'manifest.json'))
  expect(await operator.client.call(countOutdatedModels, {})).toMatchObject({ models: 0, unread: 2 })
  await readConverters(app.server)
  const rows = await db
    .selectFrom('bim_file_variants')
    .select(['id', 'converter'])
    .where('id', 'in', ids)
    .execute()
  expect(new Map(rows.map(({ id, converter }) => [id, converter]))).toEqual(
    // its files were only renamed
    new Map([
      [known.id, CURRENT_CONVERTER],
      [lost.id, ''],
    ]),
  )
  expect(await operator.client.call(countOutdatedModels, {})).toMatchObject({ models: 1, unread: 0 })
  await start()
  await waitForRun(operator, 'RECONVERSION')
  expect(await count()).toBe(0)
})

test('The command counts, starts, pauses and cancels', async () => {
  const owner = await makeOwner(app, 'Carla Command')
  const model = await makeOlderModel(owner)
  const { db, now } = app.server
  const run = (...args: string[]) => runRunCommand({ db, now }, ['reconvert', ...args])
  expect((await run('--dry-run')).join('\n')).toContain('1 models of 1 companies')
  expect((await run('--dry-run', '--company', 'Command Builders')).join('\n')).toContain(
    '1  Command Builders',
  )
  const other = await makeOwner(app)
  expect((await run('--dry-run', '--project', other.project.id)).join('\n')).toContain('0 models')
  for (const [args, words] of [
    [['--company', 'Nobody Builders'], 'No company is named Nobody Builders'],
    [['--project', 'harbour'], '--project takes an id'],
    [['--model', crypto.randomUUID()], 'Nothing has this id'],
    [['--model', model.id, '--project', owner.project.id], 'one limit'],
    [['--sideways'], 'reconvert [--company'],
    [['resume'], 'not in the right state'],
  ] as const)
    await expect(run(...args)).rejects.toThrow(words)

  await setWorking(false)
  expect((await run('--model', model.id)).join()).toContain('1 models wait')
  expect((await run('pause')).join()).toMatch(
    /^paused of the model house-\d+\.ifc, .* 0 of 1 done, .* 1 left\.$/,
  )
  await expect(run()).rejects.toThrow('not in the right state')
  await run('resume')
  await setWorking(true)
  // a running server finds it within a minute; the command cannot wake it
  await app.server.jobs.add(db, 'convert', {})
  await waitForRun(operator, 'RECONVERSION')
  expect((await run('status')).join()).toMatch(/^completed .* 1 of 1 done/)
  expect((await run()).join()).toContain('No model')
  const { items } = await operator.client.call(listOperatorLog, { query: {} })
  expect(items.find(({ kind }) => kind === 'RECONVERSION_STARTED')).toMatchObject({ by_id: null })
})
