import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { startApp } from './app.ts'

const top = path.join(import.meta.dirname, '../..')
const read = (file: string) => fs.readFileSync(path.join(top, file), 'utf8')

/** Names of the metrics that a text uses, without the suffixes of histograms. */
const metricsIn = (text: string) =>
  [...new Set(text.match(/plumbline_[a-z_]+/g))].map((name) =>
    name.replace(/_(bucket|sum|count)$/, '').replace(/^plumbline_/, ''),
  )

test('Alert rules and the dashboard use only metrics that the server reports', async () => {
  const app = await startApp()
  await app.fastify.inject({ url: '/healthz' })
  const { body } = await app.fastify.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  await app.close()
  const reported = new Set([...body.matchAll(/^# TYPE plumbline_(\w+)/gm)].map(([, name]) => name))
  // has a sample only after a failure
  reported.add('conversions_failed_last_day')
  const alerts = parse(read('deploy/prometheus/alerts.yaml')) as { groups: { rules: { expr: string }[] }[] }
  const expressions = alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)).join('\n')
  const dashboard = read('deploy/grafana/plumbline.json')
  const { panels } = JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] }
  expect(panels.length).toBeGreaterThan(8)
  for (const text of [
    expressions,
    panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n'),
  ]) {
    expect(metricsIn(text).length).toBeGreaterThan(5)
    expect(metricsIn(text).filter((name) => !reported.has(name))).toEqual([])
  }
})

test('Compose file, image, unit and chart set only variables that the server knows', () => {
  const config = read('server/src/config.ts')
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, { environment?: Record<string, string>; read_only?: boolean }>
  }
  const { web, worker } = compose.services
  expect([web?.environment?.ROLE, worker?.environment?.ROLE]).toEqual(['web', 'worker'])
  expect([web?.read_only, worker?.read_only]).toEqual([true, true])
  const names = [
    ...Object.keys(web?.environment ?? {}),
    ...[...read('Dockerfile').matchAll(/\b([A-Z_]{4,})=\S/g)].map(([, name]) => name),
    ...[...read('deploy/systemd/plumbline.service').matchAll(/(?<=[= ])([A-Z_]{4,})=/g)].map(
      ([, name]) => name,
    ),
    ...[...read('deploy/helm/plumbline/templates/_server.tpl').matchAll(/- \{ name: ([A-Z_]+),/g)].map(
      ([, name]) => name,
    ),
  ]
  expect(names.length).toBeGreaterThan(15)
  const known = (name: string | undefined) => name === 'MALLOC_ARENA_MAX' || config.includes(`${name}:`)
  expect(names.filter((name) => !known(name))).toEqual([])
})

test('The chart’s plain files are YAML, and its templates balance their blocks', () => {
  for (const file of ['Chart.yaml', 'values.yaml'])
    for (const { errors } of parseAllDocuments(read(`deploy/helm/plumbline/${file}`)))
      expect(errors).toEqual([])
  for (const file of ['_server.tpl', 'servers.yaml']) {
    const text = read(`deploy/helm/plumbline/templates/${file}`)
    const opened = text.match(/\{\{-? (if|range|define|with) /g)?.length ?? 0
    expect(text.match(/\{\{-? end -?\}\}/g)?.length, file).toBe(opened)
  }
})
