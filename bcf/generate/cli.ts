import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { writeBcf } from '../src/write.ts'
import { generateProject, generateTopics } from './topics.ts'

/** Writes a generated archive: node bcf/generate/cli.ts <file> --topics 10000 --snapshot 400 --version 2.1 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    topics: { type: 'string', default: '100' },
    comments: { type: 'string', default: '2' },
    viewpoints: { type: 'string', default: '1' },
    components: { type: 'string', default: '4' },
    snapshot: { type: 'string', default: '400' },
    version: { type: 'string', default: '3.0' },
    seed: { type: 'string', default: '' },
  },
})
const [file] = positionals
if (file === undefined) throw new Error('which file?')
const topics = generateTopics({
  topics: Number(values.topics),
  comments: Number(values.comments),
  viewpoints: Number(values.viewpoints),
  components: Number(values.components),
  snapshot: Number(values.snapshot),
  seed: values.seed,
})
const version = values.version === '2.1' ? '2.1' : '3.0'
await pipeline(writeBcf(version, generateProject(), topics), createWriteStream(file))
