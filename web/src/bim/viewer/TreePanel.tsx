import { useEffect, useMemo, useRef, useState } from 'react'
import { Tree } from '../../ui/Tree.tsx'
import { buildTree } from './element-tree.ts'
import { useSession, useSessionState } from './ModelView.tsx'
import { useViewerText } from './text.ts'

/** Every element of the open models in its spatial place; the way to what is selected in 3D is opened. */
export function TreePanel() {
  const text = useViewerText()
  const session = useSession()
  const { models, selection } = useSessionState()
  const slots = useRef(new Map<string, number>())
  // progress makes new model objects; the tree only follows which structures are there
  const known = models.map((model) => `${model.id}@${model.version}${model.structure ? '+' : ''}`).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const tree = useMemo(() => buildTree(models, slots.current), [known])
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set())
  const selected = useMemo(() => new Set(selection.flatMap((ref) => tree.idOf(ref) ?? [])), [selection, tree])
  const last = [...selected].at(-1)
  useEffect(() => {
    const open = last === undefined ? tree.aboveStoreys : tree.pathTo(last)
    setExpanded((now) => new Set([...now, ...open]))
  }, [last, tree])
  return (
    <Tree
      label={text.tree}
      className="h-full"
      tree={tree.source}
      reveal={last}
      expanded={expanded}
      onExpand={setExpanded}
      selected={selected}
      onSelect={(id, add) => {
        const ref = tree.refOf(id)
        if (ref) session.select([ref], add)
      }}
      onOpen={(id) => {
        const ref = tree.refOf(id)
        if (ref) session.fit([ref])
      }}
      trailing={(id) => {
        const count = tree.count(id)
        return count > 0 ? <span className="text-12 text-text-faint tabular-nums">{count}</span> : null
      }}
    />
  )
}
