import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { writeBcf } from '../src/write.ts'
import { generateProject, generateTopics } from './topics.ts'

const usage = `Writes a generated BCF archive.
  node bcf/generate/cli.ts [--topics 100] [--comments 2] [--viewpoints 1] [--components 4] [--snapshot 400]
                           [--version 2.1|3.0] [--seed text] <file.bcf>`

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
if (file === undefined) {
  console.error(usage)
  process.exit(2)
}
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
