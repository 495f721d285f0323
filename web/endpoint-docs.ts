import type { Plugin } from 'vite'

/** What only the server, its documentation and its tests read of an endpoint. */
const SERVER_ONLY = new Set([
  'summary',
  'example',
  'secret',
  'refuses',
  'by_token',
  'archived',
  'unpaid',
  'access',
])

interface Node {
  type: string
  start: number
  end: number
  callee?: { name?: string }
  arguments?: { properties?: { start: number; end: number; key?: { name?: string } }[] }[]
}

/** Every node below a syntax tree's. */
function* walk(tree: unknown): Generator<Node> {
  if (typeof tree !== 'object' || tree === null) return
  if ('type' in tree) yield tree as Node
  for (const child of Object.values(tree)) yield* walk(child)
}

/** Leaves what the browser does not read of endpoints out of the contract's modules. */
export function withoutEndpointDocs(): Plugin {
  return {
    name: 'without-endpoint-docs',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]contract[\\/]src[\\/]/ },
      handler(code) {
        const cuts = [...walk(this.parse(code))]
          .filter(({ type, callee }) => type === 'CallExpression' && callee?.name === 'endpoint')
          .flatMap((call) => call.arguments?.[0]?.properties ?? [])
          .filter(({ key }) => SERVER_ONLY.has(key?.name ?? ''))
          .sort((a, b) => b.start - a.start)
        let kept = code
        // each with the comma behind it
        for (const { start, end } of cuts) kept = kept.slice(0, start) + kept.slice(end).replace(/^\s*,/, '')
        return { code: kept, map: null }
      },
    },
  }
}
