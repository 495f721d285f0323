import type { Plugin } from 'vite'

/** Properties of endpoints that only the server, its documentation and its tests read. */
const SERVER_ONLY = new Set([
  'summary',
  'example',
  'secret',
  'refuses',
  'by_token',
  'archived',
  'unpaid',
  'access',
  'status',
  'null_is_204',
])

interface Property {
  start: number
  end: number
  key?: { name?: string }
  value?: { start: number; end: number; type: string; value?: unknown }
}

interface Node {
  type: string
  start: number
  end: number
  callee?: { name?: string }
  arguments?: { properties?: Property[] }[]
}

/** Every node below a syntax tree's. */
function* walk(tree: unknown): Generator<Node> {
  if (typeof tree !== 'object' || tree === null) return
  if ('type' in tree) yield tree as Node
  for (const child of Object.values(tree)) yield* walk(child)
}

/**
 * Reduces the contract's modules for the browser: removes parts of endpoints that only the server, its documentation and
 * tests use, and marks calls as free of side effects, so that unused schemas are dropped.
 */
export function reduceContract(): Plugin {
  return {
    name: 'reduce-contract',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]contract[\\/]src[\\/]/ },
      handler(code) {
        const nodes = [...walk(this.parse(code))]
        const calls = nodes.filter(({ type }) => type === 'CallExpression')
        // modules of the contract only build schemas: unused ones can be dropped
        const pure = [...new Set(calls.map(({ start }) => start))].map((start) => ({
          start,
          end: start,
          text: '/* @__PURE__ */ ',
        }))
        const changes = calls
          .filter(({ callee }) => callee?.name === 'endpoint')
          .flatMap((call) => call.arguments?.[0]?.properties ?? [])
          .flatMap(({ start, end, key, value }) => {
            if (SERVER_ONLY.has(key?.name ?? '')) return [{ start, end, text: '' }]
            // the client only asks whether there is a reply: the schemas of replies check the server's output
            const isReply =
              key?.name === 'reply' && value && !(value.type === 'Literal' && value.value === null)
            return isReply ? [{ start: value.start, end: value.end, text: 'true' }] : []
          })
        const isCut = (at: number) => changes.some(({ start, end }) => at >= start && at < end)
        const all = [...changes, ...pure.filter(({ start }) => !isCut(start))].sort(
          (a, b) => b.start - a.start,
        )
        let kept = code
        for (const { start, end, text } of all) {
          const rest = kept.slice(end)
          // removes the comma after a dropped property as well
          kept = kept.slice(0, start) + text + (text ? rest : rest.replace(/^\s*,/, ''))
        }
        return { code: kept, map: null }
      },
    },
  }
}
