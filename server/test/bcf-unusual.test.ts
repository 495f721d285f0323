import { openBcf } from '@plumbline/bcf/open'
import { listBcfImportRows } from '@plumbline/contract/bcf/bcf'
import { addViewpoint, getIssue } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { listTimeline } from '@plumbline/contract/issues/timeline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buildArchiveWithView,
  buildMarkupEntry,
  buildMarkupXml,
  buildVersionEntry,
  OTHER_GUID,
} from '../../bcf/generate/small.ts'
import { buildRawZip } from '../../bcf/generate/zip.ts'
import { collectTopics } from '../../bcf/test/archives.ts'
import { startApp, type TestApp } from './app.ts'
import { exportFile, importFile, previewFile } from './bcf-files.ts'
import type { Client } from './client.ts'
import { makeOwner } from './make.ts'

/** Unusual but valid BCF files. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
}, 60_000)
afterAll(() => app.close())

async function readOnlyIssue(client: Client, id: string) {
  const { items } = await client.call(listIssues, { params: { id }, query: {} })
  const params = { id, issueId: items[0]?.id ?? '' }
  const { items: entries } = await client.call(listTimeline, { params, query: {} })
  const comments = entries.flatMap(({ comment }) => comment ?? [])
  return { issue: await client.call(getIssue, { params }), comments, params }
}

test('The preview lists topics with GUIDs that are not of any UUID version', async () => {
  const { client, project } = await makeOwner(app)
  const guid = '11111111-2222-0333-c444-555555555555'
  const bytes = buildRawZip([buildVersionEntry(), buildMarkupEntry(buildMarkupXml('', '', guid))])
  const { id } = await previewFile(client, project.id, bytes)
  const { rows } = await client.call(listBcfImportRows, {
    params: { id: project.id, importId: id },
    query: {},
  })
  expect(rows).toMatchObject([{ guid, outcome: 'NEW' }])
})

test('An issue opens although the ids of its elements have line breaks', async () => {
  const { client, project } = await makeOwner(app)
  const component = `<Component IfcGuid="1E8YkwPMfB$h99jtn_uAjI"><OriginatingSystem>Modeller\n2026\u0085</OriginatingSystem>
    <AuthoringToolId>12\t34</AuthoringToolId></Component>`
  const view = `<Components><Selection>${component}</Selection><Visibility DefaultVisibility="true"/></Components>`
  await importFile(client, project.id, buildArchiveWithView('2.1', view))
  const { issue } = await readOnlyIssue(client, project.id)
  expect(issue.viewpoints[0]?.components?.selection).toEqual([
    {
      ifc_guid: '1E8YkwPMfB$h99jtn_uAjI',
      originating_system: 'Modeller\n2026\u0085',
      authoring_tool_id: '12\t34',
    },
  ])
})

test('An issue opens although one colour is given to many elements in several lists', async () => {
  const { client, project } = await makeOwner(app)
  const list = `<Color Color="FF0000">${'<Component IfcGuid="1E8YkwPMfB$h99jtn_uAjI"/>'.repeat(60_000)}</Color>`
  const view = `<Components><Visibility DefaultVisibility="true"/><Coloring>${list}${list}</Coloring></Components>`
  const done = await importFile(client, project.id, buildArchiveWithView('2.1', view))
  if (done.state === 'DONE') {
    const { issue } = await readOnlyIssue(client, project.id)
    expect(issue.viewpoints).toHaveLength(1)
  }
})

test('A viewpoint is added after one with the largest index', async () => {
  const { client, project } = await makeOwner(app)
  const markup = buildMarkupXml(
    '',
    `<Viewpoints Guid="${OTHER_GUID}"><Viewpoint>v.bcfv</Viewpoint><Index>2147483647</Index></Viewpoints>`,
  )
  const folder = '739579ab-6e10-4891-a372-59d89f1befe3'
  const bytes = buildRawZip([
    buildVersionEntry(),
    buildMarkupEntry(markup),
    { name: `${folder}/v.bcfv`, data: `<VisualizationInfo Guid="${OTHER_GUID}"/>` },
  ])
  await importFile(client, project.id, bytes)
  const { params } = await readOnlyIssue(client, project.id)
  await client.call(addViewpoint, { params, body: {} })
  const { issue } = await readOnlyIssue(client, project.id)
  expect(issue.viewpoints).toHaveLength(2)
})

test('A viewpoint without a GUID that shows something else when the file comes again is added, once', async () => {
  const { client, project } = await makeOwner(app)
  const send = (x: number) =>
    importFile(
      client,
      project.id,
      buildRawZip([
        buildVersionEntry(),
        buildMarkupEntry(buildMarkupXml()),
        {
          name: '739579ab-6e10-4891-a372-59d89f1befe3/viewpoint.bcfv',
          data: `<VisualizationInfo><PerspectiveCamera><CameraViewPoint><X>${x}</X><Y>2</Y><Z>3</Z></CameraViewPoint>
<CameraDirection><X>0</X><Y>1</Y><Z>0</Z></CameraDirection><CameraUpVector><X>0</X><Y>0</Y><Z>1</Z></CameraUpVector>
<FieldOfView>60</FieldOfView></PerspectiveCamera></VisualizationInfo>`,
        },
      ]),
    )
  const readCameras = async () =>
    (await readOnlyIssue(client, project.id)).issue.viewpoints.map(
      ({ perspective_camera }) => perspective_camera?.camera_view_point.x,
    )
  await send(1)
  await send(1)
  expect(await readCameras()).toEqual([1])
  await send(7)
  expect(await readCameras()).toEqual([1, 7])
  for (const x of [7, 1]) await send(x)
  expect(await readCameras()).toEqual([1, 7])
  await send(9)
  expect(await readCameras()).toEqual([1, 7, 9])
})

const buildComment = (text: string, day: string) =>
  `<Comment><Date>2026-03-${day}T08:00:00Z</Date><Author>${text}@example.com</Author><Comment>${text}</Comment></Comment>`

test('Comments without GUIDs keep their words and authors when the file lists them in another order', async () => {
  const { client, project } = await makeOwner(app)
  const send = (...comments: string[]) =>
    importFile(
      client,
      project.id,
      buildRawZip([buildVersionEntry(), buildMarkupEntry(buildMarkupXml('', comments.join('')))]),
    )
  const [first, second, third] = [
    buildComment('first', '01'),
    buildComment('second', '02'),
    buildComment('third', '03'),
  ]
  await send(first, second)
  await send(third, second, first)
  const { comments } = await readOnlyIssue(client, project.id)
  expect(comments.map(({ text, author }) => `${text} ${author}`)).toEqual([
    'first first@example.com',
    'second second@example.com',
    'third third@example.com',
  ])
})

test('References without GUIDs are read once each when the file lists another one before them', async () => {
  const { client, project } = await makeOwner(app)
  const refer = (name: string) =>
    `<DocumentReference isExternal="true"><ReferencedDocument>https://example.com/${name}</ReferencedDocument></DocumentReference>`
  const send = (...names: string[]) =>
    importFile(
      client,
      project.id,
      buildRawZip([buildVersionEntry(), buildMarkupEntry(buildMarkupXml(names.map(refer).join('')))]),
    )
  await send('a', 'b')
  await send('new', 'a', 'b')
  const [topic] = await collectTopics(await openBcf(await exportFile(app, client, project.id, '3.0')))
  expect(topic?.document_references.map(({ url }) => url)).toEqual(
    ['a', 'b', 'new'].map((name) => `https://example.com/${name}`),
  )
})
