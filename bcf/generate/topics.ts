import { Readable } from 'node:stream'
import type { ViewpointWithBitmaps } from '@plumbline/contract/issues/viewpoints'
import { deriveUuid } from '../src/guid.ts'
import type { BcfArchiveProject, BcfComment, BcfViewpoint, Topic } from '../src/model.ts'
import type { TopicToWrite } from '../src/write.ts'
import { buildPng } from './pictures.ts'

/** Generates any number of realistic coordination topics, deterministically by seed. */

export interface GenerateOptions {
  topics: number
  /** per topic */
  comments?: number
  viewpoints?: number
  /** per viewpoint; half of them are selected */
  components?: number
  /** width of the snapshots in pixels; 0 for none */
  snapshot?: number
  seed?: string
}

const NAMESPACE = '3c1f3c0a-2b61-4a55-9c8e-1d5a7a6c0e11'
const DAY_MS = 86_400_000
const BEGIN = Date.UTC(2026, 0, 5, 8)

export const generateProject = (): BcfArchiveProject => ({
  project_id: deriveUuid(NAMESPACE, 'project'),
  name: 'Riverside clinic',
  extensions: {
    topic_type: ['Clash', 'Request', 'Remark', 'Fault'],
    topic_status: ['Open', 'In progress', 'Closed'],
    priority: ['Low', 'Normal', 'High'],
    topic_label: ['Architecture', 'Structure', 'Ventilation', 'Piping'],
    stage: ['Tender', 'Execution'],
    snippet_type: [],
    users: ['ana@example.com', 'ben@example.com', 'chloe@example.com'],
  },
  documents: [],
})

const pick = <T>(items: readonly T[], at: number): T => items[at % items.length] as T
const dateOf = (day: number) => new Date(BEGIN + day * DAY_MS).toISOString()

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$'
function ifcGuid(seed: number): string {
  let rest = (seed * 2_654_435_761) >>> 0
  let text = ''
  for (let at = 0; at < 21; at++) {
    rest = (Math.imul(rest, 1_664_525) + 1_013_904_223) >>> 0
    text += ALPHABET[rest >>> 26]
  }
  return `0${text}`
}

function generateView(number: number, components: number): ViewpointWithBitmaps {
  const ids = Array.from({ length: components }, (_, at) => ({ ifc_guid: ifcGuid(number * 1000 + at) }))
  return {
    perspective_camera: {
      camera_view_point: { x: number % 40, y: -12.5, z: 8.25 },
      camera_direction: { x: 0, y: 0.8, z: -0.6 },
      camera_up_vector: { x: 0, y: 0.6, z: 0.8 },
      field_of_view: 40,
      aspect_ratio: 4 / 3,
    },
    clipping_planes:
      number % 5 === 0 ? [{ location: { x: 0, y: 0, z: 3 }, direction: { x: 0, y: 0, z: 1 } }] : undefined,
    components: {
      selection: ids.slice(0, Math.ceil(components / 2)),
      visibility: { default_visibility: true, exceptions: ids.slice(Math.ceil(components / 2)) },
    },
  }
}

function generateTopic(wanted: GenerateOptions, number: number): Topic {
  const { comments = 2, viewpoints = 1, components = 4, snapshot = 0, seed = '' } = wanted
  const guid = (...words: (string | number)[]) => deriveUuid(NAMESPACE, [seed, number, ...words].join('/'))
  const { users, topic_type, topic_status, priority, topic_label } = generateProject().extensions
  const views: BcfViewpoint[] = Array.from({ length: viewpoints }, (_, at) => ({
    guid: guid('view', at),
    index: at,
    view: generateView(number + at, components),
    snapshot: snapshot > 0 ? `picture${(number + at) % 8}.png` : undefined,
    bitmaps: [],
  }))
  const said: BcfComment[] = Array.from({ length: comments }, (_, at) => ({
    guid: guid('comment', at),
    date: dateOf((number % 200) + at + 1),
    author: pick(users, number + at),
    comment: `Duct ${number + at} should move 100 mm\nto the north`,
    viewpoint_guid: views[at]?.guid,
  }))
  return {
    guid: guid('topic'),
    server_assigned_id: `RC-${number}`,
    topic_type: pick(topic_type, number),
    topic_status: pick(topic_status, number * 3),
    title: `Duct meets beam at axis ${pick(['A', 'B', 'C'], number)}${number}`,
    priority: pick(priority, number),
    labels: [pick(topic_label, number)],
    reference_links: [],
    creation_date: dateOf(number % 200),
    creation_author: pick(users, number),
    modified_date: dateOf((number % 200) + 1),
    modified_author: pick(users, number + 1),
    due_date: number % 3 === 0 ? dateOf((number % 200) + 14) : undefined,
    assigned_to: pick(users, number + 2),
    description: `Found in coordination ${number}.`,
    files: [],
    document_references: [],
    related_topics: [],
    comments: said,
    viewpoints: views,
  }
}

/** A few pictures shared by all topics, so that thousands of topics are generated quickly. */
function pictures(width: number): Map<string, Buffer> {
  const height = Math.max(1, Math.round((width * 3) / 4))
  return new Map(Array.from({ length: 8 }, (_, at) => [`picture${at}.png`, buildPng(width, height, at + 1)]))
}

export function* generateTopics(wanted: GenerateOptions): Generator<TopicToWrite> {
  const made = wanted.snapshot ? pictures(wanted.snapshot) : new Map<string, Buffer>()
  const entry = (name: string) => Readable.from([made.get(name) ?? Buffer.alloc(0)], { objectMode: false })
  for (let number = 1; number <= wanted.topics; number++)
    yield { topic: generateTopic(wanted, number), openEntry: entry }
}
