import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { generateProject, generateTopics } from '../generate/topics.ts'
import { rewriteArchive } from '../test/archives.ts'
import { compareArchives } from './compare-archives.ts'
import type { BcfViewpoint, Topic, WritableBcfVersion } from './model.ts'
import { openBcf } from './open.ts'
import { writeBcf } from './write.ts'

const picture = (name: string) => Readable.from([Buffer.from(name)], { objectMode: false })
const topics = [...generateTopics({ topics: 2, snapshot: 1, comments: 2, viewpoints: 2 })].map(
  ({ topic }) => topic,
)
const project = generateProject()

const archiveOf = async (version: WritableBcfVersion, all: Topic[], said = project, entry = picture) =>
  await openBcf(
    await buffer(
      writeBcf(
        version,
        said,
        all.map((topic) => ({ topic, openEntry: entry })),
      ),
    ),
  )

const [first, second] = topics as [Topic, Topic]
const [view] = first.viewpoints as [BcfViewpoint]
const withView = (changed: Partial<BcfViewpoint>): Topic[] => [
  { ...first, viewpoints: [{ ...view, ...changed }, ...first.viewpoints.slice(1)] },
  second,
]

test('archives are equivalent regardless of order, version and explicit defaults', async () => {
  const left = await archiveOf('3.0', topics)
  const turned = [second, first].map((topic) => ({
    ...topic,
    comments: topic.comments.toReversed(),
    viewpoints: topic.viewpoints.toReversed(),
  }))
  expect(await compareArchives(left, await archiveOf('3.0', turned))).toEqual([])
  expect(await compareArchives(left, await openBcf(await rewriteArchive(left, '2.1')))).toEqual([])
  const hints = { spaces_visible: false, space_boundaries_visible: false, openings_visible: false }
  const components = view.view.components!
  const explicit = {
    ...view.view,
    components: { ...components, visibility: { ...components.visibility, view_setup_hints: hints } },
  }
  expect(await compareArchives(left, await archiveOf('3.0', withView({ view: explicit })))).toEqual([])
})

const camera = view.view.perspective_camera!
test.each<[string, Topic[]]>([
  ['title', [{ ...first, title: 'Other' }, second]],
  ['server_assigned_id', [{ ...first, server_assigned_id: 'RC-7' }, second]],
  ['due_date', [{ ...first, due_date: '2027-01-01T00:00:00Z' }, second]],
  ['labels.0', [{ ...first, labels: ['Other'] }, second]],
  [
    `comments.${first.comments[0]!.guid}.comment`,
    [{ ...first, comments: [{ ...first.comments[0]!, comment: 'Other' }, first.comments[1]!] }, second],
  ],
  [`viewpoints.${view.guid}.snapshot`, withView({ snapshot: 'other.png' })],
  [
    `viewpoints.${view.guid}.camera.angle`,
    withView({ view: { ...view.view, perspective_camera: { ...camera, field_of_view: 41 } } }),
  ],
  [
    `viewpoints.${view.guid}.camera.ratio`,
    withView({ view: { ...view.view, perspective_camera: { ...camera, aspect_ratio: 2 } } }),
  ],
  [
    `viewpoints.${view.guid}.components.default_visibility`,
    withView({
      view: {
        ...view.view,
        components: {
          ...view.view.components!,
          visibility: { ...view.view.components!.visibility, default_visibility: false },
        },
      },
    }),
  ],
])('a difference is found: %s', async (path, changed) => {
  const differences = await compareArchives(await archiveOf('3.0', topics), await archiveOf('3.0', changed))
  expect(differences.map((each) => [each.topic, each.path])).toEqual([[first.guid, path]])
})

test('differences in topics, extensions and file contents are found', async () => {
  const left = await archiveOf('3.0', topics)
  expect(await compareArchives(left, await archiveOf('3.0', [first]))).toMatchObject([
    { topic: second.guid, path: '', right: undefined },
  ])
  const words = { ...project, extensions: { ...project.extensions, stage: ['Tender'] } }
  expect(await compareArchives(left, await archiveOf('3.0', topics, words))).toMatchObject([
    { path: 'extensions.stage.0' },
    { path: 'extensions.stage.1' },
  ])
  const other = (name: string) => picture(`${name}, painted over`)
  expect(await compareArchives(left, await archiveOf('3.0', topics, project, other))).toHaveLength(4)
})
