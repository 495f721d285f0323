import { Eye, EyeOff, Search } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useProject } from '../../projects/use-project.ts'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { Tree } from '../../ui/Tree.tsx'
import { buildGroupTree, buildSearchTree, type ElementGrouping } from './element-groups.ts'
import { buildElementTree, type ElementTree } from './element-tree.ts'
import { useSession, useSessionState } from './ModelCanvas.tsx'
import { parseHeaderId } from './model-id.ts'
import type { LoadedModel } from './session-state.ts'
import { useViewerText } from './text.ts'

const TREE_GROUPINGS = ['storey', 'class', 'type', 'system'] as const
type TreeGrouping = 'storey' | ElementGrouping

function useTree(order: TreeGrouping, query: string): ElementTree {
  const text = useViewerText()
  const project = useProject()
  const { models } = useSessionState()
  const slots = useRef(new Map<string, number>())
  // loading progress replaces the model objects; the tree only depends on which structures are loaded
  const known = models
    .map(({ id, version, name, structure, names }) =>
      [id, version, name, structure && '+', names && '/'].join('@'),
    )
    .join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(() => {
    if (query) return buildSearchTree(models, query)
    // two compared versions of a file are distinguished by their version numbers
    const several = (id: string) =>
      models.filter((each) => parseHeaderId(each.id) === parseHeaderId(id)).length > 1
    const modelName = ({ id, name, version }: LoadedModel) =>
      several(id) ? `${name}, ${text.version(version)}` : name
    const words = { modelName, known: [project.name] }
    return order === 'storey' ? buildElementTree(models, slots.current, words) : buildGroupTree(models, order)
  }, [known, order, query])
}

/** Tree of all elements of the open models, grouped or searched; expands to the selected element. */
export function TreePanel() {
  const text = useViewerText()
  const session = useSession()
  const { models, failed, selection, shownRevision } = useSessionState()
  const isAnyRead = models.some((model) => model.structure)
  const isRead = models.length > 0 && models.every((model) => model.structure)
  const [order, setOrder] = useState<TreeGrouping>('storey')
  const [typed, setTyped] = useState('')
  const tree = useTree(order, useDeferredValue(typed.trim()))
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set())
  const selected = useMemo(
    () => new Set(selection.flatMap((ref) => tree.rowOfElement(ref) ?? [])),
    [selection, tree],
  )
  const last = [...selected].at(-1)
  useEffect(() => {
    const open = last === undefined ? tree.expandedByDefault : tree.ancestorsOfRow(last)
    setExpanded((now) => new Set([...now, ...open]))
  }, [last, tree])
  return (
    <div className="flex h-full min-h-64 flex-col">
      <div className="flex flex-none gap-2 px-3 pt-1 pb-2">
        <Input
          type="search"
          aria-label={text.searchTree}
          placeholder={text.searchTree}
          icon={<Search aria-hidden />}
          value={typed}
          onChange={setTyped}
          className="min-w-0 flex-1"
        />
        <Select
          aria-label={text.treeBy}
          className="w-30"
          options={TREE_GROUPINGS.map((value) => ({ value, label: text.treeOrders[value] }))}
          value={order}
          onChange={(value) => value && setOrder(value)}
        />
      </div>
      {tree.source.roots.length === 0 && (isRead || failed.length > 0) && (
        <p className="px-4 py-2 text-13 text-text-muted">
          {!isAnyRead ? text.noModelLoaded : typed ? text.noMatch : text.noGroups}
        </p>
      )}
      {tree.source.roots.length === 0 && !isRead && failed.length === 0 && (
        <Skeleton className="px-3">
          <SkeletonRows rows={4} />
        </Skeleton>
      )}
      <Tree
        label={text.tree}
        className="min-h-0 flex-1"
        tree={tree.source}
        reveal={last}
        expanded={expanded}
        onExpand={setExpanded}
        selected={selected}
        onSelect={(id, add) => {
          const own = tree.elementOfRow(id)
          session.selection.select(own ? [own] : tree.elementsOfRow(id), add)
        }}
        onMenu={(id, at, back) => {
          const own = tree.elementOfRow(id)
          session.menu.openOf(own ? [own] : tree.elementsOfRow(id), at, back)
        }}
        onOpen={(id) => session.camera.fit(tree.elementsOfRow(id))}
        trailing={(id) => <RowTrailing key={`${id} ${shownRevision}`} tree={tree} id={id} />}
      />
    </div>
  )
}

/** Number of children and visibility button of a row. Keyboard users select the row and use Hide or Show all. */
function RowTrailing({ tree, id }: { tree: ElementTree; id: number }) {
  const text = useViewerText()
  const session = useSession()
  const count = tree.count(id)
  const refs = tree.elementsOfRow(id)
  const hidden = session.visibility.isHidden(refs)
  const label = tree.source.label(id)
  return (
    <>
      {count > 0 && <span className="text-12 text-text-faint tabular-nums">{count}</span>}
      <button
        type="button"
        tabIndex={-1}
        aria-label={hidden ? text.showInModel(label) : text.hideInModel(label)}
        onClick={(event) => {
          event.stopPropagation()
          session.visibility.setShown(refs, hidden)
        }}
        onDoubleClick={(event) => event.stopPropagation()}
        className={
          hidden
            ? 'touch-target grid size-5 flex-none place-items-center rounded-mark text-text-muted hover:bg-line'
            : 'touch-target grid size-5 flex-none place-items-center rounded-mark text-text-muted opacity-0 hover:bg-line [[role=treeitem]:hover_&]:opacity-100 pointer-coarse:opacity-100'
        }
      >
        {hidden ? <EyeOff aria-hidden className="size-3.5" /> : <Eye aria-hidden className="size-3.5" />}
      </button>
    </>
  )
}
