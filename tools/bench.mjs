import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureBuilt, ensureInstalled, environment, findNode, root } from './install.mjs'

/** `npm run bench -- <name> [options]`: runs a benchmark, measured against a reference in the same run. */

const benches = {
  start: [
    'server/bench/start.ts',
    'first and second start to "ready", against a bare HTTP server on the same PostgreSQL',
  ],
  models: [
    'server/bench/models.ts',
    'models: conversion and drawing against web-ifc, fragments and an empty page',
  ],
  many: ['server/bench/many.ts', 'forty models open at once: memory, and what is looked at'],
  light: [
    'viewer/light-sheet.ts',
    'pictures of ten models in both themes beside path-traced references, with figures, on one sheet',
  ],
  upload: ['server/bench/upload.ts', 'memory of the server while a model of 1 GB is uploaded and converted'],
  'row-security': [
    'server/bench/row-security.ts',
    'processor time of calls in a project with and without row-level security',
  ],
  elements: [
    'server/bench/elements.ts',
    'searches over 500,000 elements beside a few files and a scan of their table; --elements 10000000 --files 1500',
  ],
  issues: [
    'server/bench/issues.ts',
    'lists, searches, writes and exports of 100,000 issues beside 1,000; --issues 1000000',
  ],
  chat: ['server/bench/chat.ts', 'a conversation of 100,000 messages beside one of 1,000'],
  bcf: ['server/bench/bcf.ts', '10,000 topics with pictures in and out as BCF, beside 1,000'],
  sockets: [
    'server/bench/sockets.ts',
    '5,000 sockets, and delivery beside a bare broadcast of the same frames',
  ],
  loop: [
    'server/bench/loop.ts',
    'the event loop while every path is driven at its largest: pieces of work, and /healthz beside them',
  ],
  versions: [
    'server/bench/versions.ts',
    'the next version of a model, converted after the one before and as a whole, and bytes fetched again',
  ],
  revisions: ['bim/bench/revisions.ts', 'matching of versions: elements found again, and 250,000 of them'],
  following: [
    'server/bench/following.ts',
    '10,000 issues follow 250,000 elements into a new version, and the first page of its comparison',
  ],
  cuts: ['server/bench/cuts.ts', '1,000 cuts of sockets and 20 kills of the server while people write'],
  api: [
    'server/bench/api.ts',
    'the 20 most frequent calls beside a bare Fastify with pg, and 64 writers to one project',
  ],
  sizes: [
    'server/bench/sizes.ts',
    'bytes that an issue, a change, a comment and a message leave in the database',
  ],
  offline: [
    'e2e/bench/offline.ts',
    'a slow device without a network: the start of a list of 10,000 issues, its search, and what people do in it',
  ],
  opening: [
    'e2e/bench/opening.ts',
    'pages opened the first time: issues by slow 3G on a slow device, and a project of 1,500 files beside one of 15',
  ],
  scroll: ['e2e/bench/scroll.ts', 'frames of scrolling 10,000 issues, beside an empty page'],
}

const [name, ...rest] = process.argv.slice(2)
const bench = benches[name]
if (!bench) {
  process.stdout.write('npm run bench -- <name>\n')
  for (const [key, [, what]] of Object.entries(benches)) process.stdout.write(`  ${key.padEnd(8)} ${what}\n`)
  process.exit(name ? 2 : 0)
}
ensureInstalled()
ensureBuilt()
const { status } = spawnSync(findNode(), [path.join(root, bench[0]), ...rest], {
  cwd: root,
  stdio: 'inherit',
  env: environment(),
})
process.exit(status ?? 1)
